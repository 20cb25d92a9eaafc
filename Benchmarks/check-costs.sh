#!/usr/bin/env bash
# What a check of the graph adds to the debug builds of a server with Hummingbird, GRDB and swift-crypto (Costs/server.sh).
#
# One package is built without a check, then with each form of it, which add-graph-check writes. The objects of the application stay,
# so a first build is only what the form adds to it. After that, each round changes a registration of the wiring, builds the
# application, and runs the check.
#
# usage: Benchmarks/check-costs.sh [ROUNDS]    ROUNDS: 3 unless given
#
# CPU seconds, of user and system, are the measure: other programs slow the wall time. `steps` are those that SwiftPM lists, such as a
# file that is compiled. Exits 1 if the test costs more than its limits, which are below.

set -euo pipefail
# awk and `time` print numbers with a point.
export LC_ALL=C
cd "$(dirname "$0")/.."

# SwiftPM passes the traits of a package in the order of a set. In another order, Hummingbird is compiled again.
export SWIFT_DETERMINISTIC_HASHING=1
rounds=${1:-3}
# Percent of the application's first build, and CPU seconds after a change: of the build and the run of a test.
most_first=10 most_changed=1.0
server=$PWD/.build-check-costs/measured
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=""

# runs COMMAND ...: runs it in the package; if it fails, prints what it has printed, and ends with 2
runs() {
    (cd "$server" && "$@") >"$folder/log" 2>&1 && return
    cat "$folder/log" >&2
    echo "check-costs.sh: $* failed" >&2
    exit 2
}

# measure NAME COMMAND ...: runs it, and adds a row `CPU WALL STEPS` to what is noted under the name
measure() {
    local name=$1 TIMEFORMAT='%U %S %R'
    shift
    # The standard error of `runs` is not that of `time`.
    { time runs "$@" 2>&3; } 3>&2 2>"$folder/time"
    awk -v steps="$(grep -cE '^\[[0-9]+/[0-9]+\]' "$folder/log")" '{ print $1 + $2, $3, steps }' "$folder/time" >>"$folder/$name"
}

# middle NAME COLUMN: the median
middle() { awk -v column="$2" '{ print $column }' "$folder/$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# row TEXT NAME: prints the medians, and CPU time as a ratio to the application's first build
row() {
    printf '%-58s %8.1f %8.1f %7d %7.3f\n' "$1" "$(middle "$2" 1)" "$(middle "$2" 2)" "$(middle "$2" 3)" \
        "$(awk -v a="$(middle "$2" 1)" -v b="$(middle first 1)" 'BEGIN { print a / b }')"
}

# holds TEXT EXPRESSION: an arithmetic condition
holds() {
    awk "BEGIN { exit !($2) }" && return
    echo "OVER: $1"
    failed=yes
}

# edit ROUND: changes the lifetime of a registration
edit() {
    sed -i.old "s/[A-Z][a-z]*(Routes.init)/$([ $(($1 % 2)) -eq 0 ] && echo Transient || echo Singleton)(Routes.init)/" \
        "$server/Sources/Wiring/Wiring.swift"
    rm "$server/Sources/Wiring/Wiring.swift.old"
}

# rounds NAME [COMMAND ...]: changes the wiring, builds the application, and then runs the check
rounds() {
    local round name=$1
    shift
    for ((round = 0; round < rounds; round++)); do
        edit "$round"
        measure "$name-changed" swift build --product App
        [ $# -eq 0 ] || measure "$name-check" "$@"
    done
}

add() { runs swift package --allow-writing-to-package-directory add-graph-check Wiring.shop "$@"; }
# write: writes the application without a check
write() {
    rm -rf "$server"/{Package.swift,Sources,Tests,Plugins}
    Benchmarks/Costs/server.sh "$server" .
}
# remove: removes what was added; the build is of the wiring as it was at first
remove() {
    write
    measure unnoted swift build --product App
}

write
rm -rf "$server/.build"
runs swift package resolve
printf '%-58s %8s %8s %7s %7s\n' "" "CPU s" "wall s" steps ratio

measure first swift build --product App
row "the application's first build" first
measure tests swift build --build-tests
row "its tests" tests
rounds plain swift test --filter routesAreWired
row "a registration changed: the application" plain-changed
row "  and one of its tests" plain-check

add
measure test-first swift test --filter WiringTests.graph
row "test: the first run, after the application's tests" test-first
rounds test swift test --filter WiringTests.graph
row "  a registration changed: the application" test-changed
row "    and the test" test-check

remove
add --program
measure program-first swift package check-graph
row "program: the first check-graph, with ArmoryCheck compiled" program-first
rounds program swift package check-graph
row "  a registration changed: the application" program-changed
row "    and check-graph" program-check

remove
add --plugin
measure plugin-first swift build --product App
row "plugin: the first build, after the application's" plugin-first
rounds plugin
row "  a registration changed: the application with the check" plugin-changed

holds "the test adds more than $most_first % to the first build" \
    "100 * $(middle test-first 1) <= $most_first * $(middle first 1)"
# The application is built without the test, so only the build with a test's run shows the test's cost.
holds "the test costs more than $most_changed s more than another test after a change" \
    "$(middle test-changed 1) + $(middle test-check 1) - ($(middle plain-changed 1) + $(middle plain-check 1)) <= $most_changed"
[ -z "$failed" ]
