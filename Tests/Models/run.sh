#!/usr/bin/env bash
# Checks the models of the engine's concurrent protocols with SPIN, in every order of their steps, and prints a row for each.
#
# A model passes if the search was complete, found no error, and came to the end of every process. A model that is broken on
# purpose passes if the search finds an error.
#
# usage: Tests/Models/run.sh            exits 1 where a model does not pass, 2 when it cannot check
#        ONLY=core-waits Tests/Models/run.sh  the models whose names begin so
#        MUTANT=NAME Tests/Models/run.sh  the broken models alone that have the fault of this mutant
set -euo pipefail
cd "$(dirname "$0")"
only=${ONLY:-}
mutant=${MUTANT:-}
memory=4096                     # The most that a search may use, in MiB.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for tool in spin "${CC:-cc}"; do
    command -v "$tool" >/dev/null || { echo "run.sh: $tool is missing; install it with: apt-get install $tool" >&2; exit 2; }
done

# model | threads | options | processes all of whose steps have to be reached
#
# `loops` looks for runs that never end: it finds threads that look again forever.
models() {
    cat <<TABLE
core-cell      | 2 | -DASKERS=1 | Closer init
core-cell      | 3 | -DASKERS=2 | Closer init
core-cell      | 3 | -DASKERS=2 loops |
core-cell      | 4 | -DASKERS=3 -DFAILURES=0 | Closer init
core-close     | 3 | -DSCOPES=1 -DCLOSERS=1 | init
core-close     | 4 | -DSCOPES=1 -DCLOSERS=2 | init
core-close     | 4 | -DSCOPES=2 -DCLOSERS=1 -DLOOKERS=0 | init
core-groups    | 2 | -DTHREADS=2 -DSLOTS=3 -DLIMITS=1 | init
core-groups    | 2 | -DTHREADS=2 -DSLOTS=3 -DBOTH=0 -DTHROWS=1 -DCATCHES=1 -DLIMITS=1 | Thread init
core-groups    | 2 | -DTHREADS=2 -DSLOTS=2 -DTHROWS=1 -DCATCHES=1 loops |
core-groups    | 3 | -DTHREADS=3 -DSLOTS=2 -DTHROWS=1 | init
core-groups    | 3 | -DTHREADS=3 -DSLOTS=3 -DBOTH=0 | init
core-publish   | 3 | -DREADERS=1 -DADDERS=2 | Reader init
core-publish   | 3 | -DREADERS=1 -DADDERS=2 -DSAME=0 | Reader init
core-publish   | 3 | -DREADERS=0 -DADDERS=3 | Adder
core-waits     | 1 | -DSLOTS=3 -DCALLERS=1 -DIMPATIENT=0 -DFUTILE=0 | init
core-waits     | 2 | -DSLOTS=2 -DCALLERS=2 | init
core-waits     | 2 | -DSLOTS=2 -DCALLERS=2 -DINJECTIONS=1 -DTHROWS=1 -DFUTILE=0 | init
core-waits     | 2 | -DSLOTS=2 -DCALLERS=2 -DIMPATIENT=0 loops |
core-waits     | 3 | -DSLOTS=1 -DCALLERS=3 -DINJECTIONS=1 -DTHROWS=1 | init
TABLE
}

# model | options | the fault | the mutant in Tests/Mutants with the same fault, or a dash
broken() {
    cat <<TABLE
core-cell      | -DASKERS=2 | PUBLISHED_RELAXED | core-instance-published-relaxed
core-cell      | -DASKERS=2 | PUBLISHED_UNNOTICED | -
core-cell      | -DASKERS=2 | SLEEPS_UNWATCHED | -
core-cell      | -DASKERS=2 | SLEEPERS_NOT_WOKEN | -
core-cell      | -DASKERS=2 | CLAIMED_WHILE_ENDING | core-claimed-while-ending
core-cell      | -DASKERS=2 | WAITER_NOT_TOLD | -
core-cell      | -DASKERS=2 | CLOSED_BY_BOTH | -
core-close     | -DSCOPES=1 -DCLOSERS=1 | CLAIMED_WHILE_ENDING | core-claimed-while-ending
core-close     | -DSCOPES=1 -DCLOSERS=1 | NOT_CLOSED_BY_ITS_MAKER | core-not-closed-by-its-maker
core-close     | -DSCOPES=1 -DCLOSERS=1 | WAITER_NOT_TOLD | -
core-close     | -DSCOPES=1 -DCLOSERS=1 | SCOPE_OPENED_WHILE_ENDING | -
core-close     | -DSCOPES=1 -DCLOSERS=1 | LISTED_BEFORE_THE_MARK | -
core-close     | -DSCOPES=1 -DCLOSERS=1 | EXEMPT_BY_COUNT | -
core-close     | -DSCOPES=1 -DCLOSERS=2 | SECOND_END_RETURNS | core-second-end-returns
core-close     | -DSCOPES=1 -DCLOSERS=1 | SCOPES_NOT_WAITED_FOR | -
core-groups    | -DTHREADS=2 -DSLOTS=2 | CIRCLES_NOT_LOOKED_FOR | core-circles-not-looked-for
core-groups    | -DTHREADS=2 -DSLOTS=2 | SLEEPERS_NOT_WOKEN | -
core-groups    | -DTHREADS=2 -DSLOTS=2 | PENDING_WAKES_NOBODY | -
core-groups    | -DTHREADS=2 -DSLOTS=2 | PUBLISHED_IN_PARTS | core-cycle-published-in-parts
core-groups    | -DTHREADS=2 -DSLOTS=2 | SEEN_BEFORE_ITS_INJECTION | -
core-groups    | -DTHREADS=2 -DSLOTS=2 | NOTHING_IS_PUT_OFF | -
core-groups    | -DTHREADS=2 -DSLOTS=2 -DTHROWS=1 | HOLDERS_OF_THE_FAILED_KEPT | core-holders-of-the-failed-kept
core-groups    | -DTHREADS=2 -DSLOTS=2 -DLIMITS=1 | PENDING_HOLDS_NO_HANDLE | -
core-publish   | -DREADERS=1 -DADDERS=2 -DSAME=0 | KEY_STORED_FIRST | -
core-publish   | -DREADERS=1 -DADDERS=2 -DSAME=0 | KEY_PUBLISHED_RELAXED | core-met-key-published-relaxed
core-publish   | -DREADERS=1 -DADDERS=2 -DSAME=0 | TABLE_PUBLISHED_RELAXED | core-met-table-published-relaxed
core-publish   | -DREADERS=1 -DADDERS=2 -DSAME=0 | ADDED_WITHOUT_LOCK | -
core-publish   | -DREADERS=0 -DADDERS=3 | NOTED_TWICE | -
core-waits     | -DSLOTS=2 -DCALLERS=2 -DIMPATIENT=0 | CIRCLES_NOT_LOOKED_FOR | core-circles-not-looked-for
core-waits     | -DSLOTS=2 -DCALLERS=2 -DIMPATIENT=0 | TASK_CIRCLES_NOT_LOOKED_FOR | core-task-circles-not-looked-for
core-waits     | -DSLOTS=3 -DCALLERS=1 -DIMPATIENT=0 -DFUTILE=0 | ONE_EDGE_FOLLOWED | core-edges-of-a-build-forgotten
core-waits     | -DSLOTS=2 -DCALLERS=2 -DIMPATIENT=0 | SLEEPS_FOR_TASKS | core-sleeps-for-a-task
core-waits     | -DSLOTS=2 -DCALLERS=2 -DIMPATIENT=0 | SLEEPERS_NOT_WOKEN | -
core-waits     | -DSLOTS=2 -DCALLERS=2 -DIMPATIENT=0 | CONTINUATION_LOST | -
core-waits     | -DSLOTS=1 -DCALLERS=2 | RESUMED_TWICE | -
core-waits     | -DSLOTS=1 -DCALLERS=2 -DTHROWS=1 | FAILURE_KEPT | core-failure-kept
core-waits     | -DSLOTS=1 -DCALLERS=2 | ABANDONED_RUN_GOES_ON | core-abandoned-run-goes-on
core-waits     | -DSLOTS=1 -DCALLERS=2 | ABANDONMENT_TOLD | -
core-waits     | -DSLOTS=1 -DCALLERS=2 -DINJECTIONS=1 | ABANDONMENT_FORGOTTEN | core-abandonment-forgotten
TABLE
}

stop() {
    echo "run.sh: $*" >&2
    cat "$folder/log" >&2
    exit 2
}

# search MODEL OPTIONS...: all runs of a model, into the log; `seconds` is the time
search() {
    local model=$1 option define=() kind=-DSAFETY loops=()
    shift
    for option in "$@"; do
        if [ "$option" = loops ]; then kind=-DNP loops=(-l); else define+=("$option"); fi
    done
    rm -f "$folder"/pan*
    (cd "$folder" && spin -a "${define[@]}" "$OLDPWD/$model.pml") >"$folder/log" 2>&1 || true
    [ -s "$folder/pan.c" ] || stop "spin cannot read $model.pml"
    ! grep -q Error "$folder/log" || stop "spin cannot read $model.pml"
    "${CC:-cc}" -O1 -w "$kind" -DCOLLAPSE -DMEMLIM=$memory -o "$folder/pan" "$folder/pan.c" >"$folder/log" 2>&1 ||
        stop "the search of $model.pml does not compile"
    local began=$SECONDS
    (cd "$folder" && ./pan "${loops[@]}" -m1000000 -w24) >"$folder/log" 2>&1 || true
    seconds=$((SECONDS - began))
}

number() { sed -nE "s/$1/\1/p" "$folder/log" | head -1; }

# verdict COMPLETE...: what the log says of a search; "ok" only if it was complete and found nothing
verdict() {
    local errors unreached
    errors=$(number '.*errors: ([0-9]+)$')
    if grep -qE 'max search depth too small|out of memory|reached -DMEMLIM|VECTORSZ' "$folder/log"; then
        echo "not complete"
    elif [ -z "$errors" ]; then
        echo "no result"
    elif [ "$errors" != 0 ]; then
        echo "error: $(sed -nE 's/^pan:1: (.{1,60}).*/\1/p' "$folder/log" | head -1)"
    elif grep -q 'Search not completed' "$folder/log"; then
        echo "not complete"
    else
        unreached=$(awk -v complete=" $* " '
            /^unreached in/ { name = $NF; next }
            /, state [0-9]+, / && name != "Drain" && (/"-end-"/ || index(complete, " " name " ")) { print name; exit }
        ' "$folder/log")
        echo "${unreached:+not reached in $unreached}" | sed 's/^$/ok/'
    fi
}

failed=0 checked=0
trim() { echo "$1" | xargs; }
row() { printf '%-15s %7s  %-68s %10s %6s %4s s   %s\n' "$@"; }

row model threads options states depth time verdict
while IFS='|' read -r model threads options complete; do
    model=$(trim "$model")
    [[ $model == "$only"* && -z $mutant ]] || continue
    # shellcheck disable=SC2086
    search $model $options
    # shellcheck disable=SC2086
    result=$(verdict $complete)
    row "$model" "$(trim "$threads")" "$(trim "$options")" "$(number '^ *([0-9]+) states, stored.*')" \
        "$(number '.*depth reached ([0-9]+),.*')" "$seconds" "$result"
    checked=$((checked + 1))
    [ "$result" = ok ] || { failed=1; cat "$folder/log" >&2; }
done < <(models)

echo
printf '%-15s %-28s %-50s %s\n' 'broken model' fault 'the same fault in Tests/Mutants' verdict
count=0
while IFS='|' read -r model options fault patch; do
    model=$(trim "$model") fault=$(trim "$fault") patch=$(trim "$patch")
    [[ $model == "$only"* && (-z $mutant || ", $patch," == *", $mutant,"*) ]] || continue
    # shellcheck disable=SC2086
    search $model $options -DBROKEN_$fault
    # A fault that no line of the model knows would leave the model as it is.
    grep -q "BROKEN_$fault\b" "$model"*.pml || stop "$model.pml knows no fault $fault"
    result=$(verdict)
    case $result in
    error:*) result="caught, $result" count=$((count + 1)) ;;
    *) result="NOT CAUGHT: $result" failed=1 ;;
    esac
    printf '%-15s %-28s %-50s %s\n' "$model" "$fault" "$patch" "$result"
done < <(broken)
[ -z "$mutant" ] || [ $count -gt 0 ] || [ $failed = 1 ] || { echo "run.sh: no model has the fault of $mutant" >&2; exit 2; }

echo
echo "$checked models, $count broken ones caught, $SECONDS seconds: $([ $failed = 0 ] && echo ok || echo FAILED)"
exit $failed
