#!/bin/sh
# Measures Armory and other containers side by side, and prints a table.
#
# It needs the network: SwiftPM fetches the other containers, in the versions that Package.swift names. It is no part of any check.
# The first rows are instructions for one operation, which Benchmarks/count.sh counts. For each other answer, a separate process
# runs, because a container may end the process or never return. "–" in a cell: the container has no API for the workload.
#
# usage: Benchmarks/Others/compare.sh     exits 2 when it cannot measure

set -eu
[ "$(uname)" = Linux ] || { echo "compare.sh runs on Linux only" >&2; exit 2; }
cd "$(dirname "$0")/../.."

package=Benchmarks/Others
swift build -c release --package-path $package >&2
program=$(swift build -c release --package-path $package --show-bin-path)/others

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Otherwise a process that crashes takes seconds to print where.
export SWIFT_BACKTRACE=enable=no

contenders="hand armory swinject swinject-synchronized factory"

# version NAME: of a dependency
version() {
    sed -n "s|.*/$1.git\", exact: \"\(.*\)\".*|\1|p" $package/Package.swift
}

for workload in singleton transient graph argument; do
    for contender in $contenders; do
        # Few operations: some containers take a hundred thousand instructions for one.
        echo "$contender-$workload - - - - 1000-3000"
    done
done >"$folder/workloads"
Benchmarks/count.sh "$program" "$folder/workloads" >"$folder/counts"

# count TITLE WORKLOAD: a row of instructions
count() {
    row="| $1 |"
    for contender in $contenders; do
        row="$row $(awk -v name="$contender-$2" '$1 == name { printf "%.0f", $2 }' "$folder/counts") |"
    done
    echo "$row"
}

# answer QUESTION CONTENDER SECONDS: the answer, or how the process ended
answer() {
    status=0
    { timeout "$3" "$program" ask "$1" "$2" >"$folder/answer" 2>"$folder/errors"; } 2>/dev/null || status=$?
    case $status in
    0) cat "$folder/answer" ;;
    124) echo "hangs" ;;
    1 | 2)
        cat "$folder/errors" >&2
        echo "compare.sh: $2 has no answer to $1" >&2
        exit 2
        ;;
    *) echo "the process ends (SIG$(kill -l $((status - 128))))" ;;
    esac
}

# ask TITLE QUESTION SECONDS: a row of answers
ask() {
    row="| $1 |"
    for contender in $contenders; do
        text=$(answer "$2" "$contender" "$3")
        row="$row $text |"
    done
    echo "$row"
}

swinject=$(version Swinject)
echo "| | by hand | Armory | Swinject $swinject | Swinject $swinject, synchronized | Factory $(version Factory) |"
echo "|---|--:|--:|--:|--:|--:|"
count "singleton through a protocol, instructions" singleton
count "new object of a small class, instructions" transient
count "graph of seven objects, instructions" graph
count "one run-time argument, instructions" argument
ask "8 threads and a new singleton: containers that created more than one" once 120
ask "graph scope beside a busy container: resolves that returned an earlier object" scope 120
ask "graph scope: a resolve waits for a factory of an unrelated container" waits 20
ask "two containers that resolve from each other on two threads" crossed 20
ask "a cycle of two initializers" cycle 20
ask "a dependency that is not registered" missing 20

cat <<END

A resolve with "hangs" was stopped after 20 seconds. Swinject needs its synchronized resolver on threads, so the container alone has
no answers there. Its documentation unwraps the dependencies of a factory with "!". Factory's singleton is "cached", and its
dependency that is not registered is "promised()".
END
