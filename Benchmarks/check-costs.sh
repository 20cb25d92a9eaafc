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
cd "$(dirname "$0")/.."

# SwiftPM passes the traits of a package in the order of a set. In another order, Hummingbird is compiled again.
export SWIFT_DETERMINISTIC_HASHING=1
rounds=${1:-3}
# Of the application's first build, and CPU seconds of its build after a change.
most_first=1.1 most_changed=1.0
server=$PWD/.build-check-costs/measured
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=""

# measure NAME COMMAND ...: runs it in the package, and adds a row `CPU WALL STEPS` to what is noted under the name
measure() {
    local name=$1 TIMEFORMAT='%U %S %R'
    shift
    { time (cd "$server" && "$@" >"$folder/log" 2>&1 || touch "$folder/failed"); } 2>"$folder/time"
    [ ! -e "$folder/failed" ] || {
        cat "$folder/log" >&2
        echo "check-costs.sh: $* failed" >&2
        exit 2
    }
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

add() { (cd "$server" && swift package --allow-writing-to-package-directory add-graph-check Wiring.shop "$@") >"$folder/added" 2>&1; }
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
(cd "$server" && swift package resolve) >/dev/null 2>&1
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

holds "the test adds more than $most_first to the first build" "$(middle test-first 1) <= ($most_first - 1) * $(middle first 1)"
holds "the test adds more than $most_changed s to a changed build" \
    "$(middle test-changed 1) - $(middle plain-changed 1) <= $most_changed"
[ -z "$failed" ]
