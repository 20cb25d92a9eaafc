#!/usr/bin/env bash
# Checks every promise in every way that the project knows, and prints a table: what, how many, how long, the result.
#
# A release needs it. It takes about an hour on two cores; .ci/run, for every change, has all tests in one build and listed sets of
# them in the others.
#
# Exits 1 when a check fails; goes on to the others all the same. Whole logs are left in .build-verify.
#
# usage: Tests/verify.sh             every check
#        Tests/verify.sh NAME ...    those checks alone; the names are the first column of the table
#        ARMORY_STRESS=0.1 …         with a tenth of the stress tests' counts
set -uo pipefail
cd "$(dirname "$0")/.."

# The stress tests have their full counts in release. The others have a tenth: the sanitizers are slower, and see a race at its
# first occurrence; a debug build that counts lines is slower too.
full=${ARMORY_STRESS:-1}
few=$(awk "BEGIN { print $full * 0.1 }")
logs=.build-verify
mkdir -p "$logs"
rm -f "$logs"/*

# name | what | command. Two lanes run side by side: stress tests wait more than they compute.
first_lane() {
    cat <<TABLE
release    | all tests, release, full counts    | make test-release STRESS=$full
TABLE
}
second_lane() {
    cat <<TABLE
debug      | all tests, debug                   | make coverage STRESS=$few
coverage   | lines of the library that were run | Tests/coverage.sh --report
thread     | all tests, ThreadSanitizer         | make test-thread-sanitizer STRESS=$few
address    | all tests, AddressSanitizer        | make test-address-sanitizer STRESS=$few
collisions | unit tests, every hash the same    | make test-colliding-hashes STRESS=$few
memcheck   | C modules and a benchmark run      | make memcheck
mutants    | faults put into the sources        | make mutants ONLY="$faults"
models     | models of the concurrent protocols | make models
lint       | the format of the sources         | make lint
lists      | lists and patches fit the sources | make check-lists
budgets    | instructions against budgets      | make budgets
costs      | sizes, start-up and heap           | make compile-time COSTS=counts
packages   | what works with other packages     | make test-integrations
site       | the documentation, in a browser    | make test-site
examples   | the small examples and their tests | make run-orders run-stories run-tutorial test-examples STRESS=$full
graphs     | builds of broken and sound graphs  | make test-graph-corpus
server     | the example service's tests        | make test-orders-server
bench      | the short table of locks           | make bench
TABLE
}
# One of each kind: a lock, an ordering, a free too early, a claim, a wait, a publication, a C module. They take minutes, all
# mutants take an hour: make mutants.
faults="lock-that-locks-nothing state-loaded-relaxed readers-not-waited-for claimed-by-a-plain-store \
seen-before-its-injection thread-entry-read-after-free"

# count LOG: what was checked, from what a check wrote
count() {
    local tests
    tests=$(sed -nE 's/^== ([0-9]+) tests of XCTest and ([0-9]+) tests of Testing.*/\1 + \2 tests/p' "$1" | tail -1)
    if [ -n "$tests" ]; then echo "$tests"; return; fi
    # The other checks end with a line that says it.
    grep -oE '[0-9]+ mutants, [0-9]+ caught|[0-9]+ models, [0-9]+ broken ones caught|[0-9]+ workloads, [0-9]+ operations|^ *[0-9.]+ %  [0-9]+ of [0-9]+  lines' "$1" |
        tail -1 | sed -E 's/^ +//; s/ %  .*/ % of lines/'
}

only=$*
wanted() {
    [ -z "$only" ] || [[ " $only " == *" $1 "* ]]
}

# lane TABLE: its checks one after the other; a row for each that is over, on the terminal and in the logs
lane() {
    local name what command began verdict
    "$1" | while IFS='|' read -r name what command; do
        name=${name// /}
        wanted "$name" || continue
        echo "begins: $name" >&2
        began=$SECONDS
        if bash -c "$command" </dev/null >"$logs/$name.log" 2>&1; then
            verdict=ok
        else
            verdict=FAILED
            { echo "== the end of $logs/$name.log"; tail -n 40 "$logs/$name.log"; } >&2
        fi
        printf '%-11s %-36s %22s %5d s   %s\n' \
            "$name" "${what# }" "$(count "$logs/$name.log")" $((SECONDS - began)) "$verdict" | tee -a "$logs/rows" >&2
    done
}

lane first_lane &
lane second_lane
wait

echo
echo "What was counted, release build:"
grep -h '^\[count\]' "$logs/release.log" 2>/dev/null | sed 's/^\[count\]/ /' | sort
echo
printf '%-11s %-36s %22s %7s   %s\n' check what 'how many' time result
cat "$logs/rows"
failed=$(awk '$NF == "FAILED" { print $1 }' "$logs/rows" | tr '\n' ' ')
printf '%-11s %-36s %22s %5d s   %s\n' all '' '' $SECONDS "${failed:+FAILED: }${failed:-ok}"
[ -z "$failed" ] && [ -s "$logs/rows" ]
