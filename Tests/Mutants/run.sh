#!/usr/bin/env bash
# Tests the tests: breaks the sources in one way after another, and has the tools that have to notice it notice it.
#
# usage: Tests/Mutants/run.sh     exits 1 if a mutant is not caught as its patch says, 2 if the run proves nothing
#
#   CHECK=1       only whether the patches apply and their heads are right; builds nothing
#   ONLY=NAMES    the mutants whose names match, such as ONLY='kept-* registry-*'
#   MATRIX=1      every mutant under every tool: says what each sees, and fails for no mutant
#   ATTEMPTS=N    how often a mutant may go unseen under a tool before it counts as missed; 3 if it is not set
#   KEEP=FOLDER   works there and leaves it, so that the next call builds less
#
# A mutant is a patch that begins with lines that say what it breaks:
#
#   Fault: a sentence
#   Rule: the promise that it breaks, by its number in Design.md
#   Tests: the tests to run, as XCTest names them, separated by commas
#   Caught-by: TOOL: OUTCOME      one line for each tool that has to catch it
#   Because: why the other tools see nothing; required where a model alone catches it
#   Limit: seconds after which a run counts as a hang; 120 where it is not set
#   Stress: ARMORY_STRESS for the tests under load; 1 where it is not set
#
# The sources are copied, and only the copy is broken. Each tool has one build folder for all mutants. The tool "model" runs the
# model of the protocol that has the same fault: see Tests/Models/run.sh.

set -euo pipefail
set -f
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
only=${ONLY:-*}
attempts=${ATTEMPTS:-3}
all_tools="plain thread-sanitizer address-sanitizer memcheck drd c-thread-sanitizer model"

if [ -n "${KEEP:-}" ]; then
    mkdir -p "$KEEP"
    work=$(cd "$KEEP" && pwd)
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
tree=$work/tree
log=$work/log

stop() {
    echo "run.sh: $*" >&2
    exit 2
}

# field NAME PATCH: what the head of the patch says
field() {
    sed -n '/^--- /q; s/^'"$1"': //p' "$2"
}

# MARK: The copy

# Only what has changed is written, so that a kept build stays as good as it is.
copy_tree() {
    rm -rf "$work/fresh"
    mkdir -p "$work/fresh" "$tree"
    cp -R "$root/Package.swift" "$root/Sources" "$root/CModules" "$root/Tests" "$work/fresh"
    rm -rf "$work/fresh/Tests/Mutants"
    if command -v rsync >/dev/null; then
        rsync -rc --delete --exclude '.build*' "$work/fresh/" "$tree/"
    else
        rm -rf "$tree"
        mv "$work/fresh" "$tree"
    fi
    rm -rf "$work/fresh"
}

change() {
    git -C "$1" -c core.autocrlf=false apply "${@:3}" "$2"
}

# MARK: Building and running

# build TOOL: true where the build is there
build() {
    case $1 in
    plain) swift_build "$tree" "$1" ;;
    thread-sanitizer) swift_build "$tree" "$1" --sanitize=thread -Xcc -fsanitize=thread ;;
    address-sanitizer) swift_build "$tree" "$1" --sanitize=address -Xcc -fsanitize=address -Xswiftc -use-ld=lld ;;
    model) ;;
    memcheck | drd | c-thread-sanitizer)
        # ThreadSanitizer misses some writes of structures at -O0.
        case $1 in c-*) set -- "$1" -O1 -fsanitize=thread ;; *) set -- "$1" -O0 ;; esac
        "$tree/Tests/CModules/build.sh" "$work" "${@:2}" >"$log.build" 2>&1
        ;;
    esac
}

swift_build() {
    folder=$1 tool=$2
    shift 2
    # SwiftPM does not see that an inline function of C has changed: the files that may call it are compiled again.
    if [ -e "$work/$tool.begun" ] && [ -n "$(find "$folder/CModules" -name '*.h' -newer "$work/$tool.begun")" ]; then
        grep -rlE 'import CCore' "$folder/Sources" "$folder/Tests" | xargs touch
    fi
    touch "$work/$tool.begun"
    (cd "$folder" && swift build --build-system native --build-tests --scratch-path "$work/$tool" "$@") >"$log.build" 2>&1
}

# run TOOL TESTS PATCH: the tests, with the limits of the patch. Prints the outcome; what was written is in the log
run() {
    limit=$(field Limit "$3")
    stress=$(field Stress "$3")
    mutant=$(basename "$3" .patch)
    set -- "$1" "$2" "${limit:-120}"
    case $1 in
    model) set -- "$1" "$3" env -u ONLY MUTANT="$mutant" "$here/../Models/run.sh" ;;
    memcheck) set -- "$1" "$3" valgrind --error-exitcode=9 --leak-check=full --child-silent-after-fork=yes "$work/c-modules" ;;
    drd) set -- "$1" "$3" valgrind --tool=drd --error-exitcode=9 "$work/c-modules" --locks ;;
    c-thread-sanitizer) set -- "$1" "$3" "$work/c-modules-thread" --unlocked ;;
    *) set -- "$1" "$3" "$(cd "$tree" && swift build --build-system native --scratch-path "$work/$1" --show-bin-path)/armoryPackageTests.xctest" "$2" ;;
    esac
    tool=$1 limit=$2 status=0
    shift 2
    # What is freed is filled: the runtime, which AddressSanitizer does not watch, then stumbles over it too.
    ARMORY_STRESS=${stress:-1} SWIFT_BACKTRACE=enable=no TSAN_OPTIONS=halt_on_error=1 \
        ASAN_OPTIONS=detect_leaks=0:max_free_fill_size=4096:free_fill_byte=165 \
        timeout -k 1 "$limit" "$@" >"$log" 2>&1 || status=$?
    outcome
}

says() {
    grep -aqE "$1" "$log"
}

# The outcome of the run in the log, in one word or two.
outcome() {
    if [ "$tool" = model ]; then
        if says ' caught, error: ' && [ "$status" = 0 ]; then echo "error"; else echo "no error"; fi
    elif says 'WARNING: ThreadSanitizer: (data race|Swift access race)'; then echo "data race"
    elif says 'ThreadSanitizer: heap-use-after-free'; then echo "use after free"
    elif says 'ERROR: AddressSanitizer: heap-use-after-free'; then echo "use after free"
    elif says 'ERROR: AddressSanitizer: attempting double-free'; then echo "double free"
    elif says 'ERROR: AddressSanitizer: SEGV'; then echo "wild read"
    elif says 'ERROR: AddressSanitizer|ThreadSanitizer'; then echo "another report"
    elif [ "$tool" = drd ] && says 'Conflicting (load|store)'; then echo "data race"
    elif says '^Armory: pthread_[a-z_]* failed'; then echo "own check"
    elif [ "$status" = 124 ] || [ "$status" = 137 ]; then echo "hang"
    elif [ "$tool" = memcheck ] && [ "$status" = 9 ]; then
        if says 'Invalid (free|read|write)'; then echo "use after free"
        elif says 'uninitialised'; then echo "uninitialised"
        elif says 'definitely lost: [1-9]'; then echo "leak"
        else echo "another report"; fi
    elif [ "$status" = 0 ]; then
        if says 'Executed [1-9][0-9]* test' || says 'C modules: [0-9]+ checks, 0 failed'; then echo "passed"; else echo "no test"; fi
    # The broken library may crash after the test has failed.
    elif says 'error: .* : |C modules: .* [1-9][0-9]* failed'; then echo "failed test"
    else echo "crash"; fi
}

# MARK: The table

line() {
    printf '%-36s %-5s %-18s %-22s %7s  %s\n' "$@"
}

# check_unbroken TOOL TESTS PATCH: the sources as they are have to pass
check_unbroken() {
    # `make models` checks the models as they are.
    [ "$1" != model ] || return 0
    case "$seen_unbroken " in *" $1=$2 "*) return 0 ;; esac
    seen_unbroken="$seen_unbroken $1=$2"
    begin=$SECONDS
    build "$1" || { tail -20 "$log.build" >&2; stop "the unbroken sources do not build for $1"; }
    result=$(run "$1" "$2" "$3")
    if [ "$result" != passed ]; then
        tail -40 "$log" >&2
        stop "the unbroken sources do not pass $2 under $1: $result"
    fi
    [ ! -t 2 ] || printf '\r\033[Kunbroken: %s %s (%s s)' "$1" "$2" $((SECONDS - begin)) >&2
}

# tools PATCH: the tools to try, one a line
tools_of() {
    if [ -z "${MATRIX:-}" ]; then
        field Caught-by "$1" | sed -n 's/:.*//p'
    else
        for tool in $all_tools; do
            case $tool in
            model) case $(field Caught-by "$1") in *$tool:*) echo $tool ;; esac ;;
            memcheck | drd | c-thread-sanitizer) ! grep -q '^--- a/CModules' "$1" || echo "$tool" ;;
            *) [ "$(field Tests "$1")" = CModuleTests ] || echo "$tool" ;;
            esac
        done
    fi
}

# Whether the result is what the patch expects. Three things come in either order, by chance, and both are the fault: freed memory is
# filled, and the runtime may follow what it is filled with before an instrumented access is made; a thread may sleep on a lock
# that it does not have, which the library checks, before two threads are seen to race; and freed memory may hold what a test looks
# at, or make the process crash before the test looks.
is_expected() {
    case "$expected, $result" in
    "$result, $result" | "use after free, wild read" | "data race, own check" | "crash, failed test") ;;
    *) return 1 ;;
    esac
}

# try PATCH TOOL: says what the tool makes of the broken sources
try() {
    tests=$(field Tests "$1") name=$(basename "$1" .patch)
    [ ! -t 2 ] || printf '\r\033[Kmutant %s of %s: %s, %s' "$number" "$total" "$name" "$2" >&2
    expected=$(field Caught-by "$1" | sed -n "s/^$2: //p")
    begin=$SECONDS attempt=0 result=passed
    if ! build "$2"; then
        result="does not build"
        tail -20 "$log.build" >&2
    else
        while [ "$result" = passed ] && [ $attempt -lt "$attempts" ]; do
            attempt=$((attempt + 1))
            result=$(run "$2" "$tests" "$1")
        done
    fi
    if [ -n "${MATRIX:-}" ]; then
        verdict=""
    elif is_expected; then
        verdict=caught
        caught=$((caught + 1))
    else
        verdict="MISSED: $expected was expected"
        failed=1
        cp "$log" "$work/$name.$2.log"
        tail -30 "$log" >&2
    fi
    [ ! -t 2 ] || printf '\r\033[K' >&2
    [ "$attempt" -le 1 ] || result="$result ($attempt)"
    line "$name" "$(field Rule "$1")" "$2" "$result" $((SECONDS - begin)) "$verdict"
}

# MARK: The heads and the list

# check_head PATCH: that the head says what it has to, and names tests that there are
check_head() {
    local name test target class
    name=$(basename "$1")
    for wanted in Fault Rule Tests Caught-by; do
        [ -n "$(field $wanted "$1")" ] || stop "$name does not say its $wanted"
    done
    for tool in $(field Caught-by "$1" | sed 's/:.*//'); do
        case " $all_tools " in *" $tool "*) ;; *) stop "$name: Caught-by: $tool" ;; esac
    done
    case $(field Caught-by "$1") in
    model:*)
        [ -n "$(field Because "$1")" ] || stop "$name does not say why a model alone catches it"
        grep -qE "\| .*\b${name%.patch}(,|\$)" "$here/../Models/run.sh" || stop "no model has the fault of $name"
        ;;
    esac
    for test in $(field Tests "$1" | tr ',' ' '); do
        target=${test%%.*} class=${test#*.}
        [ "$test" != CModuleTests ] || continue
        # The folder of ArmoryResolverTests is Tests/DropIns/Resolver, that of ArmoryTests is Tests/Armory.
        folder=${target#Armory} folder=${folder%Tests}
        folder=$({ ls -d "$root/Tests"/{,DropIns/,Server/,Tools/}"${folder:-Armory}" 2>/dev/null || true; } | head -1)
        file=$(grep -rlE "class ${class%%/*}\b" "$folder") || stop "$name names no test: $test"
        case $class in */*) grep -q "func ${class#*/}()" $file || stop "$name names no test: $test" ;; esac
    done
}

# check_list: that the table of README.md has each mutant once, and nothing else
check_list() {
    difference=$(diff <(sed -nE 's/^\|.*\(`([a-z0-9-]+)`\) \|.*/\1/p' "$here/README.md" | sort) \
        <(find "$here" -name '*.patch' -exec basename {} .patch \; | sort)) ||
        stop "the table in README.md and the patches differ: $difference"
}

# MARK: All of it

patches=$(for name in $only; do find "$here" -name "$name.patch"; done | sort -u)
[ -n "$patches" ] || stop "no patch is called $only"
tools=$(for patch in $patches; do tools_of "$patch"; done | sort -u)
total=$(echo "$patches" | wc -l) number=0
if [ -n "${CHECK:-}" ]; then
    for patch in $patches; do
        change "$root" "$patch" --check || stop "$(basename "$patch") does not apply to the sources any more"
        check_head "$patch"
    done
    check_list
    echo "$total mutants apply"
    exit
fi
copy_tree
seen_unbroken=""
# Package.swift leaves out the targets that no fault's test needs.
ARMORY_TEST_TARGETS=$(for patch in $patches; do field Tests "$patch"; done | tr ',' '\n' | sed 's/[.].*//; s/ //g' | sort -u | tr '\n' ' ')
export ARMORY_TEST_TARGETS
failed=0 caught=0

# A patch that does not apply any more tests nothing: found out before the first build.
for patch in $patches; do
    change "$tree" "$patch" --check || stop "$(basename "$patch") does not apply to the sources any more"
done
for patch in $patches; do
    for tool in $(tools_of "$patch"); do
        check_unbroken "$tool" "$(field Tests "$patch")" "$patch"
    done
done
[ ! -t 2 ] || printf '\r\033[K' >&2
echo "The unbroken sources pass: $(echo $seen_unbroken | wc -w) runs of tests and tools, $SECONDS s."
line mutant rule tool outcome seconds verdict
for patch in $patches; do
    number=$((number + 1))
    change "$tree" "$patch"
    for tool in $(tools_of "$patch"); do try "$patch" "$tool"; done
    change "$tree" "$patch" -R
done
[ -n "${MATRIX:-}" ] || echo "$total mutants, $caught caught; $SECONDS s."
exit $failed
