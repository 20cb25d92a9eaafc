#!/usr/bin/env bash
# Checks the check of graphs in builds and tests: graphs that both have to refuse at exact lines, graphs that look broken and are
# sound, a generated application of 500 registrations, checks that cannot run as they should, and what add-graph-check writes.
#
# usage: run.sh              everything
#        run.sh set          builds of the graphs that Tests/Sets/graphs.txt lists, and a test of all
#        run.sh graphs [NAME ...]
#        run.sh test
#        run.sh generated
#        run.sh trouble
#        run.sh added
#
# Exits 1 if a build says something else than it has to, or if there are fewer graphs than the numbers below.

set -euo pipefail
cd "$(dirname "$0")"

least_broken=60 least_sound=20
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# fail TEXT FILE: notes a failure, with the output in the file
fail() {
    failures=$((failures + 1))
    echo "FAILED: $1"
    sed 's/^/    /' "$2" | cut -c 1-300 | head -40
}

# findings FILE: the errors and warnings in the output of a build, as `FILE:LINE|error [CODE] TYPES`
#
# The types are those of the corpus that the message names, in order, so that a better sentence changes nothing here. An error
# without a place or a code is one too, except the sentence of SwiftPM that a command has failed.
findings() {
    sed -nE -e "s#^$PWD/([^:]*:[0-9]+):[0-9]+: ((error|warning): .*)#\1|\2#p" -e t \
        -e '/(^|: )error: /{/^error: (fatalError|command failed|.*Checking the graph)/!s/^/|/p}' "$1" |
        awk -F '|' '
            FILENAME != "-" { isType[$1] = 1; next }
            !match($2, / \[[A-Za-z]+\]$/) { print; next }
            {
                kind = substr($2, 1, index($2, ":") - 1)
                code = substr($2, RSTART)
                count = split(substr($2, 1, RSTART), words, /[^A-Za-z]+/)
                types = ""
                # The least of those that are left, until none is.
                for (;;) {
                    least = ""
                    for (i = 1; i <= count; i++)
                        if (words[i] in isType && (least == "" || words[i] < least)) least = words[i]
                    if (least == "") break
                    types = types " " least
                    for (i = 1; i <= count; i++) if (words[i] == least) words[i] = ""
                }
                print $1 "|" kind code types
            }' "$folder/types" - | sort
}

# build [PACKAGE]: builds the application, and keeps what the build says
build() { swift build --package-path "${1:-.}" --product app >"$folder/output" 2>&1; }

# edits FILE SCRIPT: runs a script of sed on the file. `sed -i` differs between GNU and macOS.
edits() {
    sed "$2" "$1" >"$folder/edited"
    cat "$folder/edited" >"$1"
}

source ./tested.sh
source ./generated.sh
source ./trouble.sh
source ./added.sh

# expected: what has to be said of each graph, and the types that findings name
expected() {
    awk -f expected.awk Sources/*/*.swift >"$folder/expected"
    grep -ohE '(struct|class|protocol|actor|enum) [A-Z][A-Za-z]*' Sources/*/*.swift | awk '{ print $2 }' | sort -u >"$folder/types"
}

# graphs [NAME ...]: builds the corpus with one graph after another
graphs() {
    local name status broken=0 sound=0
    expected
    mkdir -p .build
    # The sound ones first: a build that fails cancels what it still compiles, and each further one would begin it again.
    for name in $(awk -F '|' '$2 == "" { names[++count] = $1 } $3 ~ /^error/ { broken[$1] = 1 }
        END { for (pass = 0; pass < 2; pass++)
            for (i = 1; i <= count; i++) if ((names[i] in broken) == pass) print names[i] }' "$folder/expected"); do
        [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
        printf '%s' "$name" >.build/graph
        build && status=0 || status=$?
        awk -F '|' -v name="$name" '$1 == name && $2 != "" { print $2 "|" $3 }' "$folder/expected" | sort >"$folder/meant"
        findings "$folder/output" >"$folder/found"
        if grep -q '|error' "$folder/meant"; then
            broken=$((broken + 1))
            [ $status -ne 0 ] || fail "$name: the build succeeds" "$folder/output"
        else
            sound=$((sound + 1))
            [ $status -eq 0 ] || fail "$name: the build fails" "$folder/output"
        fi
        diff "$folder/meant" "$folder/found" >"$folder/difference" ||
            fail "$name: < has to be said, > is said" "$folder/difference"
    done
    ((broken + sound >= $#)) || fail "no graph has one of the names: $*" /dev/null
    echo "$broken broken graphs, each refused at its line; $sound sound ones"
    [ $# -gt 0 ] || {
        ((broken >= least_broken)) || fail "fewer than $least_broken broken graphs" /dev/null
        ((sound >= least_sound)) || fail "fewer than $least_sound sound graphs" /dev/null
    }
}

case "${1:-all}" in
all)
    graphs
    tested
    generated
    trouble
    added
    ;;
set)
    mapfile -t names < <(sed -nE 's/^([a-z-]+) *\|.*/\1/p' ../Sets/graphs.txt)
    graphs "${names[@]}"
    tested
    ;;
graphs) graphs "${@:2}" ;;
test) tested ;;
generated) generated ;;
trouble) trouble ;;
added) added ;;
*)
    sed -n 's/^# \{0,1\}//p' "$0" | sed -n '/^usage/,/^$/p' >&2
    exit 2
    ;;
esac
[ $failures -eq 0 ] || {
    echo "$failures failures"
    exit 1
}
