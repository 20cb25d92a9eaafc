#!/usr/bin/env bash
# Runs checks, and ends with a table: what each one is, how many things it checked, its time, its processor time, the result.
#
# Tests/checks.txt lists the checks. Two lanes run side by side, because many steps of a build use one core. A check that fails does
# not end the run: its failures are printed at once, and the table tells all results. Whole logs are left in .build-checks/WHEN.
#
# Exits 1 when a check fails or none ran. A run that passes ends with the lines that count the tests of the debug build.
#
# usage: Tests/checks.sh change             the checks that each change needs: .ci/run
#        Tests/checks.sh release            the further checks that a release needs: make verify
#        Tests/checks.sh WHEN NAME ...      those checks alone; the names are the first column of the table
#        ARMORY_STRESS=0.1 ...              with a tenth of the stress tests' full counts in the checks of a release
set -uo pipefail
cd "$(dirname "$0")/.."

when=$1
shift
only=$*
logs=.build-checks/$when
mkdir -p "$logs"
rm -f "$logs"/*

for name in $only; do
    grep -qE "^$name +[|] +$when " Tests/checks.txt || { echo "checks.sh: no check of $when is named $name" >&2; exit 2; }
done

# The stress tests have their full counts in release. The others have a tenth: the sanitizers are slower, and see a race at its
# first occurrence; a debug build that counts lines is slower too.
export FULL=${ARMORY_STRESS:-1}
FEW=$(awk "BEGIN { print $FULL * 0.1 }")
export FEW

# checks LANE: its checks, as NAME|COMMAND|WHAT
checks() {
    local name lane step command what
    while IFS='|' read -r name step lane command what; do
        name=${name// /}
        [ "${step// /}" = "$when" ] && [ "${lane// /}" = "$1" ] || continue
        [ -z "$only" ] || [[ " $only " == *" $name "* ]] || continue
        echo "$name|$command|${what# }"
    done < <(grep -v '^#' Tests/checks.txt)
}

# count LOG: what was checked, from the lines by which checks end
count() {
    local tests rows
    tests=$(sed -nE 's/^== ([0-9]+) tests of XCTest and ([0-9]+) tests of Testing.*/\1 + \2 tests/p' "$1" | tail -1)
    if [ -n "$tests" ]; then echo "$tests"; return; fi
    rows=$(awk '/^[0-9]+ rows of / { sum += $1 } END { if (sum) print sum " rows" }' "$1")
    if [ -n "$rows" ]; then echo "$rows"; return; fi
    grep -oE -e '[0-9]+ mutants, [0-9]+ caught|[0-9]+ models, [0-9]+ broken ones caught|[0-9]+ workloads, [0-9]+ operations' \
        -e '[0-9]+ (rules|checks)|[0-9]+ broken graphs|^ *[0-9.]+ %  [0-9]+ of [0-9]+  lines' "$1" | tail -1 | sed -E 's/^ +//; s/ %  .*/ % of lines/'
}

# take_time: sets `used` to the processor time of this shell's ended children, in seconds
take_time() {
    # Not in a subshell, which has children of its own.
    times >"$logs/times.$lane"
    used=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += 60 * part[1] + part[2] } print int(sum) }' \
        "$logs/times.$lane")
}

# failures LOG: the lines that name failures, and the end
failures() {
    grep -aE '(: (error|Fatal error|fatal error): |^✘ |(SUMMARY|WARNING): .*Sanitizer|FAILED|OVER$)' "$1" | head -n 40
    echo "== the end of $1"
    tail -n 40 "$1"
}

# run_lane NUMBER: its checks one after the other
run_lane() {
    local lane=$1 name command what began before used verdict
    while IFS='|' read -r name command what <&3; do
        echo "begins: $name"
        take_time
        began=$SECONDS before=$used
        verdict=ok
        bash -c "$command" </dev/null >"$logs/$name.log" 2>&1 || verdict=FAILED
        take_time
        [ "$verdict" = ok ] || { echo; echo "== $name: $command: FAILED"; failures "$logs/$name.log"; echo; }
        printf '%-13s %-46s %22s %6d s %6d s   %s\n' "$name" "$what" "$(count "$logs/$name.log")" $((SECONDS - began)) \
            $((used - before)) "$verdict" | tee -a "$logs/rows"
    done 3< <(checks "$lane")
}

touch "$logs/rows"
# Each lane is a group of processes, so that a signal ends all that it runs.
set -m
trap 'trap - INT TERM; kill -TERM $(jobs -p | sed "s/^/-/") 2>/dev/null; exit 130' INT TERM
# Before the lanes: two installations at once would meet in the package manager's lock.
run_lane 0 &
wait
run_lane 1 &
run_lane 2 &
wait

counts=
[ "$when" != release ] || counts=$(grep -h '^\[count\]' "$logs/release.log" 2>/dev/null | sed 's/^\[count\]/ /' | sort)
[ -z "$counts" ] || printf '\nWhat was counted, release build:\n%s\n' "$counts"
printf '\n%-13s %-46s %22s %8s %8s   %s\n' check what 'how many' time CPU result
cat "$logs/rows"
failed=$(awk '$NF == "FAILED" { print $1 }' "$logs/rows" | tr '\n' ' ')
# A lane that has ended early leaves rows out.
wanted=$({ checks 0; checks 1; checks 2; } | wc -l)
[ "$wanted" -gt 0 ] && [ "$(wc -l <"$logs/rows")" -eq "$wanted" ] || failed="$failed$wanted checks, not all have run"
printf '%-13s %-46s %22s %6d s %6d s   %s\n\n' all '' '' $SECONDS "$(awk '{ sum += $(NF - 2) } END { print sum }' "$logs/rows")" \
    "${failed:+FAILED: }${failed:-ok}"
[ -z "$failed" ] || exit 1
[ ! -e "$logs/tests.log" ] || {
    grep -aE -A 1 "^Test Suite 'All tests' (passed|failed)" "$logs/tests.log"
    grep -aE 'Test run with [0-9]+ tests|^== [0-9]+ tests of XCTest' "$logs/tests.log"
}
