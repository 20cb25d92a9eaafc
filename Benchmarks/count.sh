#!/bin/sh
# Counts the instructions of a program's workloads and compares them with a table of stored counts and goals.
#
# The count of a workload is what one more operation costs: the difference between two runs with different numbers of
# operations, divided by the difference of the numbers. Set-up cancels out. An empty loop's count is subtracted.
#
# Whether another type has the first entry of a lookup depends on the addresses of the types, and so on the size of all code that is
# linked before them: a row may differ by some instructions for each lookup from one build to the next.
#
# Swift's hashes have the same seed in each run, so that a count repeats.
#
# usage: Benchmarks/count.sh BINARY TABLE [WORKLOAD...]     exits 1 when a row is over its limit, 2 when it cannot measure
#        WRITE=1 Benchmarks/count.sh ...                    stores the counts in the table instead
#
# A line of the table has these columns; "-" means none:
#   workload    a name for `BINARY run NAME --operations N`
#   baseline    the workload to compare with
#   ratio       the goal as a ratio to the baseline
#   most        the goal in instructions
#   count       the stored count. The row fails past 5 % over it, or past 8 instructions where that is more: another compiler, or
#               a lookup that has to search, costs some. A goal beside it is printed when it is missed, and fails nothing.
#               Without a stored count, the goal is the limit
#   operations  the two numbers of operations, as in 5000-15000, which is the default. After 0-1, the row is a whole process, compared
#               with one that does nothing. "printed": the row is a number that `BINARY print NAME` prints
# If workloads are named, only their rows are counted.

set -eu

binary=$1
table=$2
shift 2

if ! command -v valgrind >/dev/null; then
    echo "count.sh: valgrind is missing; install it with: apt-get install valgrind" >&2
    exit 2
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Valgrind cannot read the debug information; the copy goes without.
cp "$binary" "$folder/program"
strip -g "$folder/program"

for name in "$@"; do
    grep -qE "^$name " "$table" || { echo "count.sh: $table has no row $name" >&2; exit 2; }
done

# The rows, and the workloads to count with their operations.
awk -v names=" $* " '
    /^#/ || NF == 0 { next }
    names == "  " || index(names, " " $1 " ") {
        print $1, $2, $3, $4, (NF < 5 ? "-" : $5), (NF < 6 || $6 == "-" ? "5000-15000" : $6)
    }' "$table" >"$folder/rows"
{
    echo "baseline-empty 5000-15000"
    # A baseline is counted with the operations of its row.
    awk '{ print $1, $6 } $2 != "-" { print $2, $6 }' "$folder/rows"
} | awk '!seen[$1]++' >"$folder/workloads"

# instructions WORKLOAD OPERATIONS: of the whole process
instructions() {
    SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$folder/program" run "$1" --operations "$2" >"$folder/log.$2" 2>&1 || {
        cat "$folder/log.$2" >&2
        exit 2
    }
    awk '/Collected/ { print $NF }' "$folder/log.$2"
}

# count WORKLOAD OPERATIONS: of one operation, written to the counts
count() {
    [ ! -t 2 ] || printf '\r\033[Kcounting %s' "$1" >&2
    if [ "$2" = printed ]; then
        # The least of three: in some processes the addresses of the types make a table grow earlier.
        for _ in 1 2 3; do "$folder/program" print "$1" >>"$folder/printed" || exit 2; done
        least=$(sort -n "$folder/printed" | head -n 1)
        rm "$folder/printed"
        echo "$1 0 $least 1" >>"$folder/counts"
        return
    fi
    few=${2%-*}
    many=${2#*-}
    # Side by side: how many instructions a process runs does not depend on what else runs.
    instructions "$1" "$few" >"$folder/first" &
    instructions "$1" "$many" >"$folder/second" || exit
    wait $! || exit
    echo "$1 $(cat "$folder/first") $(cat "$folder/second") $((many - few))" >>"$folder/counts"
}

while read -r workload operations; do
    count "$workload" "$operations"
done <"$folder/workloads"
[ ! -t 2 ] || printf '\r\033[K' >&2

awk -v program="$(basename "$binary")" '
    FILENAME ~ /counts$/ { counts[$1] = ($3 - $2) / $4; next }
    FNR == 1 {
        printf "%-28s %12s   %-28s %12s %7s %20s %9s   %s\n", \
            program, "instructions", "baseline", "instructions", "ratio", "goal", "stored", "result"
    }
    {
        # To one decimal: the process itself takes some instructions more or less from run to run.
        empty = $6 == "printed" ? 0 : counts["baseline-empty"]
        mine = sprintf("%.1f", counts[$1] - empty) + 0
        its = $2 == "-" ? 0 : sprintf("%.1f", counts[$2] - empty) + 0
        goal = $3 == "-" ? "" : $3 " x"
        if ($4 != "-") goal = goal (goal == "" ? "" : ", ") "at most " $4
        met = ($3 == "-" || mine <= its * $3) && ($4 == "-" || mine <= $4)
        room = $5 * 0.05 > 8 ? $5 * 0.05 : 8
        if ($5 != "-" && mine > $5 + room || $5 == "-" && !met) verdict = "OVER"
        else if (!met) verdict = "goal missed"
        else verdict = goal == "" && $5 == "-" ? "" : "ok"
        if (verdict == "OVER") failed = 1
        if (verdict == "goal missed") missed++
        comparison = its == 0 ? sprintf("%12s %7s", "", "") : sprintf("%12.1f %7.3f", its, mine / its)
        printf "%-28s %12.1f   %-28s %s %20s %9s   %s\n", $1, mine, $2 == "-" ? "" : $2, comparison, goal, \
            $5 == "-" ? "" : $5, verdict
    }
    END {
        if (missed) printf "%d goals of %s are missed\n", missed, program
        printf "%d rows of %s\n", FNR, program
        exit failed
    }
' "$folder/counts" "$folder/rows" >"$folder/result" || status=$?
cat "$folder/result"
[ -n "${WRITE:-}" ] || exit "${status:-0}"

awk '
    FILENAME ~ /result$/ { if (FNR > 1 && $2 ~ /^[0-9.]+$/) counts[$1] = sprintf("%.0f", $2); next }
    !/^#/ && NF >= 5 && $5 != "-" && $1 in counts {
        line = sprintf("%-30s  %-30s  %-6s  %-9s  %-9s  %s", $1, $2, $3, $4, counts[$1], $6)
        sub(/ +$/, "", line)
        print line
        next
    }
    { print }
' "$folder/result" "$table" >"$folder/table"
cat "$folder/table" >"$table"
