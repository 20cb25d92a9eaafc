#!/bin/bash
# What a check of the graph adds to debug builds: of an application of 20 registrations, and of one of 500. Each is built twice,
# with the check and without it; the builds take turns, and a figure is the median of all rounds, in milliseconds of wall time.
#
# usage: Benchmarks/check-costs.sh [ROUNDS] [SIZE ...]    ROUNDS: 9 unless given; SIZE: 20, 500
#
# Exits 1 when a figure exceeds its limit. The packages stay in .build-check-costs: without that folder, the first builds are
# measured too.

set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${1:-9}
sizes=("${@:2}")
[ ${#sizes[@]} -gt 0 ] || sizes=(20 500)
home=$PWD/.build-check-costs
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=""

# shop SIZE FORM: the folder of a package
shop() { echo "$home/$1-$2"; }

# build SIZE FORM: builds the application, and prints how long that takes
build() {
    local start end
    start=$(date +%s%N)
    swift build --package-path "$(shop "$1" "$2")" --product app >"$folder/log" 2>&1 || {
        cat "$folder/log" >&2
        echo "check-costs.sh: a build failed" >&2
        exit 2
    }
    end=$(date +%s%N)
    echo $(((end - start) / 1000000))
}

median() { sort -n "$1" | awk '{ values[NR] = $1 } END { print values[int((NR + 1) / 2)] }'; }

# row WHAT SIZE [LIMIT]: the medians of the noted times; the limit is for the difference
row() {
    local plain checked verdict=""
    plain=$(median "$folder/plain") checked=$(median "$folder/checked")
    [ -z "${3:-}" ] || verdict=$([ $((checked - plain)) -le "$3" ] && echo ok || echo OVER)
    [ "$verdict" != OVER ] || failed=yes
    printf '%-34s %6s %9s %9s %9s %7s   %s\n' "$1" "$2" "$plain" "$checked" $((checked - plain)) "${3:-}" "$verdict"
    rm "$folder/plain" "$folder/checked"
}

# measure WHAT SIZE LIMIT CHANGE: a round changes both packages by the command, and builds both
measure() {
    local round form
    for ((round = 0; round < rounds; round++)); do
        for form in plain checked; do
            # What is done to a file has to be seen: file systems tell times to some milliseconds.
            $4 "$2" $form $round
            build "$2" $form >>"$folder/$form"
        done
    done
    row "$1" "$2" "$3"
}

nothing() { :; }

# edit SIZE FORM ROUND: changes the lifetime of the last registration of the last module
edit() {
    local file
    file=$(find "$(shop "$1" "$2")/Sources" -name 'Group*.swift' | sort | tail -1)
    awk -v lifetime="$([ $(($3 % 2)) -eq 0 ] && echo Transient || echo Singleton)" '
        { lines[NR] = $0 }
        /^        [A-Z][a-z]*\(/ { last = NR }
        END {
            sub(/(Transient|Singleton|Scoped)\(/, lifetime "(", lines[last])
            for (i = 1; i <= NR; i++) print lines[i]
        }' "$file" >"$folder/edited"
    cat "$folder/edited" >"$file"
}

# add SIZE FORM ROUND: adds a file to the application
add() { echo "let added$3 = $3" >"$(shop "$1" "$2")/Sources/app/added$3.swift"; }

printf '%-34s %6s %9s %9s %9s %7s   %s\n' build size without with more limit verdict
for size in "${sizes[@]}"; do
    for form in plain checked; do
        [ -d "$(shop "$size" $form)/.build" ] || touch "$folder/isNew"
        Tests/GraphCorpus/generate.sh "$(shop "$size" $form)" . "$size" $([ "$size" = 20 ] && echo 2 1 || echo 20 4) \
            $([ $form = checked ] || echo plain)
        rm -f "$(shop "$size" $form)"/Sources/app/added*.swift
        build "$size" $form >>"$folder/$form"
    done
    if [ -e "$folder/isNew" ]; then row "the first one" "$size"; else rm "$folder/plain" "$folder/checked"; fi
    rm -f "$folder/isNew"
    measure "with nothing changed" "$size" 150 nothing
    measure "with a changed registration" "$size" 1000 edit
    measure "with a file more" "$size" "" add
done
[ -z "$failed" ]
