#!/bin/bash
# What it costs to have the container: the time to compile registrations and the library, the size of the code, and after this
# table, that of `client-startup`: the instructions and the heap of registering. Each figure is compared with the same program
# written by hand.
#
# The programs of the first table are generated: Costs/sources.sh. A time is processor seconds, user and system: where it is compared with
# another, it is the median of several compilations, which take turns. A count repeats on any machine with the same compiler.
#
# usage: Benchmarks/costs.sh [ROUNDS]     everything; ROUNDS: how often each file is compiled, 3 unless given
#        Benchmarks/costs.sh counts       no times
#
# Exits 1 when a figure exceeds its limit, and 2 when it cannot measure. What is built stays in .build-costs, except the
# library, which a run with times builds anew.

set -euo pipefail
cd "$(dirname "$0")/.."
source Benchmarks/Costs/sources.sh

counts_only=$([ "${1:-}" = counts ] && echo yes || echo)
rounds=$([ -n "$counts_only" ] && echo 1 || echo "${1:-3}")
wired=200

if ! command -v valgrind >/dev/null; then
    echo "costs.sh: valgrind is missing; install it with: apt-get install valgrind" >&2
    exit 2
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# One row a figure: the name, whether its limits are ratios to the same by hand, the goal, the limit, the decimals, what it
# is. A count that meets its goal has the goal as its limit. Otherwise the limit is the present figure and 5 percent more,
# or 25 percent for times.
cat >"$folder/limits" <<'TABLE'
compile-closures       ratio 1.2  2.6  1 | 200 registrations, swiftc -O: closures, CPU seconds
compile-autowired      ratio 1.2  2.3  1 | the same, autowired
compile-swinject       ratio 1.5  1.5  1 | the same, as Swinject's users write it: product ArmorySwinject
compile-factory        ratio 1.5  1.5  1 | the same, as Factory's users write it: product ArmoryFactory
compile-debug-closures ratio 2.0  2.5  1 | the same, swiftc -Onone: closures
compile-debug-autowired ratio 2.0 2.5  1 | the same, autowired
text-closures          ratio 1.5  2.57 0 | their code with -O: closures, KB
text-autowired         ratio 1.5  1.5  0 | the same, autowired
build-release          value 60   75   0 | the library built in release, CPU seconds
build-debug            value 30   38   0 | the library built in debug
hello                  value 1200 2432 0 | one singleton, resolved: the binary, stripped, KB
TABLE
say() { [ ! -t 2 ] || printf '\r\033[K%s' "$*" >&2; }

# note NAME BY-HAND ARMORY
note() { echo "$*" >>"$folder/measured"; }

# run COMMAND ...: silent, unless it fails
run() {
    "$@" >"$folder/log" 2>&1 || {
        cat "$folder/log" >&2
        echo "costs.sh: failed: $*" >&2
        exit 2
    }
}

# seconds COMMAND ...: the processor seconds that it takes
seconds() {
    local TIMEFORMAT='%U %S'
    { time run "$@" 2>&3; } 3>&2 2>&1 | awk '{ print $1 + $2 }'
}

# The client package

client=$PWD/.build-costs/client
mkdir -p "$client"
(cd "$client" && client ../..)

# build CONFIGURATION ARGUMENTS
build() { swift build --package-path "$client" --scratch-path ".build-costs/$1" -c "$1" "${@:2}"; }

# library CONFIGURATION: builds the library, and notes the time if it is asked for
library() {
    say "building the library in $1"
    if [ -n "$counts_only" ]; then
        run build "$1" --target Armory
    else
        rm -rf ".build-costs/$1"
        note "build-$1" - "$(seconds build "$1" --target Armory)"
    fi
}

# The compiler: a file of registrations

# The folder of each build, asked for once, since compilations are timed.
declare -A built_in=([debug]=$(build debug --show-bin-path) [release]=$(build release --show-bin-path))

# compile FORM CONFIGURATION FLAG
compile() {
    local built=${built_in[$2]}
    # Over an object from the same code, the compiler skips the code generator.
    rm -f "$folder/$1.o"
    swiftc -c "$3" -wmo -swift-version 6 -parse-as-library -module-name Wiring "$folder/$1.swift" -o "$folder/$1.o" \
        -I "$built/Modules" -I "$built" -I CModules/CCore/include -I CModules/CXXHash
}

median() { sort -n "$1" | awk '{ values[NR] = $1 } END { print values[int((NR + 1) / 2)] }'; }

# compiling CONFIGURATION FLAG NAME FORM ...: notes the medians
compiling() {
    local round form
    local forms=("${@:4}")
    # The first compilation makes what the compiler keeps of the imported modules.
    [ -n "$counts_only" ] || run compile autowired "$1" "$2"
    for ((round = 0; round < rounds; round++)); do
        for form in dictionary "${forms[@]}"; do
            say "round $((round + 1)) of $rounds: swiftc $2, $form"
            seconds compile $form "$1" "$2" >>"$folder/$form$2"
        done
    done
    [ -n "$counts_only" ] || for form in "${forms[@]}"; do
        note "$3-$form" "$(median "$folder/dictionary$2")" "$(median "$folder/$form$2")"
    done
}

# text FORM: the bytes of the object's code
text() { size -A "$folder/$1.o" | awk '$1 ~ /^[.]text/ { sum += $2 } END { print sum / 1024 }'; }

for form in dictionary closures autowired swinject factory; do
    wiring $form $wired >"$folder/$form.swift"
done
library release
for module in ArmorySwinject ArmoryFactory; do
    say "building $module"
    run build release --target $module
done
compiling release -O compile closures autowired swinject factory
for form in closures autowired; do
    note "text-$form" "$(text dictionary)" "$(text $form)"
done
if [ -z "$counts_only" ]; then
    library debug
    compiling debug -Onone compile-debug closures autowired
fi

# The binaries

for product in hello hello-by-hand; do
    say "building $product"
    run build release --product $product
    cp "${built_in[release]}/$product" "$folder/$product"
done
strip "$folder/hello" "$folder/hello-by-hand"
kilobytes() { wc -c <"$folder/$1" | awk '{ print $1 / 1024 }'; }
note hello "$(kilobytes hello-by-hand)" "$(kilobytes hello)"

# The table

failed=""
say ""
awk -v rounds="$rounds" '
    FILENAME ~ /measured$/ { hand[$1] = $2; mine[$1] = $3; next }
    FNR == 1 {
        line = "%-70s %8s %8s %8s %8s %8s   %s\n"
        printf line, "what", "by hand", "Armory", "ratio", "goal", "limit", "verdict"
    }
    $1 in mine {
        name = $1
        isRatio = $2 == "ratio"
        format = "%." $5 "f"
        goal = $3
        limit = $4
        ratio = hand[name] == "-" ? "" : mine[name] / hand[name]
        value = isRatio ? ratio : mine[name]
        verdict = value <= goal ? "ok" : value <= limit ? "goal missed" : "OVER"
        if (verdict == "OVER") failed = 1
        unit = isRatio ? " x" : ""
        sub(/^[^|]*[|] /, "")
        printf line, $0, hand[name] == "-" ? "" : sprintf(format, hand[name]), sprintf(format, mine[name]), \
            ratio == "" ? "" : sprintf("%.2f x", ratio), goal unit, limit unit, verdict
    }
    END { exit failed }
' "$folder/measured" "$folder/limits" || failed=yes

# Start-up

say "building client-startup"
startup() { swift build -c release --package-path Benchmarks/Client "$@"; }
run startup --product client-startup
say ""
echo
Benchmarks/count.sh "$(startup --show-bin-path)/client-startup" Benchmarks/Client/client-startup.budgets || {
    [ $? -eq 1 ] || exit 2
    failed=yes
}
[ -z "$failed" ]
