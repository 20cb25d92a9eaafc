#!/bin/sh
# Runs the C modules' test under valgrind and ThreadSanitizer, and every workload of the benchmark under valgrind.
#
# memcheck: no read or write out of bounds, of freed or of uninitialised memory, no wrong free, and nothing definitely
# lost, ours or the runtime's. Nothing is suppressed: this toolchain's runtime needs no suppression. What is "possibly
# lost" is no error: a thread's context is found by an address in its middle, and is kept for the next thread.
#
# drd: the C modules' locks and conditions leave no data race. Helgrind is left out: it does not know that pthread_once
# orders what it has run before what follows. What threads share without a lock is left to ThreadSanitizer, which knows orderings.
#
# usage: Tests/memcheck.sh [c-modules]     exits 1 where a tool or a check reports something, 2 when it cannot measure
#        c-modules: the C modules' test alone, which needs no build of the library
#        OPERATIONS=N             how often each workload does its operation; 200 where it is not set

set -eu
cd "$(dirname "$0")/.."
operations=${OPERATIONS:-200}

if ! command -v valgrind >/dev/null; then
    echo "memcheck.sh: valgrind is missing; install it with: apt-get install valgrind" >&2
    exit 2
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# check NAME COMMAND...: one run under memcheck
check() {
    name=$1
    shift
    [ ! -t 2 ] || printf '\r\033[Kchecking %s' "$name" >&2
    status=0
    valgrind --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
        --child-silent-after-fork=yes --num-callers=30 "$@" >"$folder/log" 2>&1 || status=$?
    if [ $status -ne 0 ] || ! grep -q 'ERROR SUMMARY: 0 errors' "$folder/log"; then
        [ ! -t 2 ] || printf '\r\033[K' >&2
        echo "memcheck.sh: $name: exit code $status" >&2
        cat "$folder/log" >&2
        failed=1
    fi
}

Tests/CModules/build.sh "$folder" -Wall -Wextra -Werror -O1
check "the C modules" "$folder/c-modules"
checks=$(sed -n 's/^C modules: //p' "$folder/log")
if ! valgrind --tool=drd --error-exitcode=9 "$folder/c-modules" --locks >"$folder/log" 2>&1; then
    cat "$folder/log" >&2
    failed=1
fi
locks=$(sed -n 's/^C modules: //p' "$folder/log")
Tests/CModules/build.sh "$folder" -O1 -fsanitize=thread
if ! "$folder/c-modules-thread" --unlocked >"$folder/log" 2>&1; then
    cat "$folder/log" >&2
    failed=1
fi
unlocked=$(sed -n 's/^C modules: //p' "$folder/log")
echo "C modules under memcheck: $checks"
echo "C modules under drd: $locks"
echo "C modules under ThreadSanitizer: $unlocked"
[ "${1:-}" != c-modules ] || exit $failed

swift build -c release --product bench >&2
# Valgrind cannot read the debug information; the copy goes without.
cp "$(swift build -c release --show-bin-path)/bench" "$folder/bench"
strip -g "$folder/bench"
count=0
for workload in $("$folder/bench" list | awk '/^workloads:/ { inside = 1; next } inside { print $1 }'); do
    check "$workload" "$folder/bench" run "$workload" --operations "$operations"
    count=$((count + 1))
done
[ ! -t 2 ] || printf '\r\033[K' >&2

if [ $count -eq 0 ]; then
    echo "memcheck.sh: the benchmark names no workload" >&2
    exit 2
fi
echo "benchmark under memcheck: $count workloads, $operations operations each"
[ $failed -eq 0 ] && echo "nothing is reported"
exit $failed
