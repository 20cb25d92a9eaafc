#!/bin/sh
# Counts the instructions of each workload and holds them against the budgets.
#
# The count of a workload is what one more operation costs: the difference between two runs with different numbers of
# operations, divided by the difference of the numbers. Set-up cancels out. An empty loop's count is subtracted.
#
# What a lookup does behind the first entry of the table (`clookup_search`) is not counted: whether another type has that entry
# depends on the addresses of the types, and so on the size of all code that is linked before them. It takes 26 instructions. The
# call takes 7, which do count: a workload of seven types may differ by some 20 from one build to the next.
#
# usage: Benchmarks/budgets.sh          exits 1 when a budget is exceeded, 2 when it cannot measure

set -eu
cd "$(dirname "$0")/.."

if ! command -v valgrind >/dev/null; then
    echo "budgets.sh: valgrind is missing; install it with: apt-get install valgrind" >&2
    exit 2
fi

few=5000
many=15000

swift build -c release --product bench >&2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Valgrind cannot read the debug information; the copy goes without.
cp "$(swift build -c release --show-bin-path)/bench" "$folder/bench"
strip -g "$folder/bench"

# instructions WORKLOAD OPERATIONS: of the whole process
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=clookup_search --collect-atstart=yes \
        "$folder/bench" run "$1" --operations "$2" >"$folder/log.$2" 2>&1 || {
        cat "$folder/log.$2" >&2
        exit 2
    }
    awk '/Collected/ { print $NF }' "$folder/log.$2"
}

# count WORKLOAD: of one operation, written to the counts
count() {
    [ ! -t 2 ] || printf '\r\033[Kcounting %s' "$1" >&2
    # Side by side: how many instructions a process runs does not depend on what else runs.
    instructions "$1" $few >"$folder/first" &
    instructions "$1" $many >"$folder/second" || exit
    wait $! || exit
    echo "$1 $(cat "$folder/first") $(cat "$folder/second")" >>"$folder/counts"
}

# workload, what it is measured against, the budget as a ratio to that, the budget in instructions; -: none
cat >"$folder/budgets" <<'TABLE'
singleton           baseline-static-let    2.2   120
singleton-without-barrier singleton     1.6   -
singleton-borrowed  baseline-static-let    -     -
singleton-class     baseline-static-let    -     -
transient           baseline-init          1.35  -
graph               baseline-graph         1.35  -
graph-autowired     baseline-graph         1.45  -
graph-shared        baseline-graph-shared  1.6   -
shared              baseline-weak          1.6   -
named               singleton              1.8   -
argument            baseline-argument      1.4   -
optional-missing    singleton              -     -
inherited           singleton              -     -
inherited-transient baseline-init          -     -
scoped              singleton              1.6   -
scope-cycle         baseline-lazy-properties 3  -
decorated           baseline-decorated     1.7   -
intercepted         singleton              -     -
lazy-first          baseline-lazy-property -     -
injected-first      baseline-lazy-property -     -
provider            transient              -     -
told-resolve        singleton              -     850
told-making         transient              -     1350
told-scope          scope-cycle            -     11800
compat-easydi-singleton      singleton     -     860
compat-easydi-transient      transient     -     4200
compat-easydi-graph          graph         -     12200
compat-easydi-graph-shared   graph-shared  -     10400
compat-easydi-injected       graph-shared  -     143000
compat-injection-singleton   singleton     3     -
compat-injection-transient   transient     3     -
compat-injection-graph       graph         3     -
compat-injection-shared      singleton     -     540
compat-resolver-singleton    singleton     3     -
compat-resolver-static       singleton     3     -
compat-resolver-transient    transient     3     -
compat-resolver-graph        graph         3     -
compat-resolver-graph-shared graph-shared  3     -
TABLE

count baseline-empty
for workload in $(awk '{ print $1; print $2 }' "$folder/budgets" | sort -u); do
    count "$workload"
done
[ ! -t 2 ] || printf '\r\033[K' >&2

awk -v operations=$((many - few)) '
    FILENAME ~ /counts$/ { counts[$1] = ($3 - $2) / operations; next }
    FNR == 1 {
        line = "%-28s %12s   %-24s %12s %7s %20s   %s\n"
        printf line, "workload", "instructions", "baseline", "instructions", "ratio", "budget", "ok"
    }
    {
        # To one decimal: the process itself takes some instructions more or less from run to run.
        mine = sprintf("%.1f", counts[$1] - counts["baseline-empty"]) + 0
        its = sprintf("%.1f", counts[$2] - counts["baseline-empty"]) + 0
        budget = $3 == "-" ? "" : $3 " x"
        if ($4 != "-") budget = budget (budget == "" ? "" : ", ") "at most " $4
        kept = ($3 == "-" || mine <= its * $3) && ($4 == "-" || mine <= $4)
        verdict = budget == "" ? "" : kept ? "ok" : "OVER"
        if (!kept) failed = 1
        printf "%-28s %12.1f   %-24s %12.1f %7.3f %20s   %s\n", $1, mine, $2, its, mine / its, budget, verdict
    }
    END { exit failed }
' "$folder/counts" "$folder/budgets"
