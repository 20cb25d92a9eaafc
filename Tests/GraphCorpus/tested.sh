# The graphs in a test: the faults and the lines that a build refuses, and an issue at each line. Part of run.sh.

tested() {
    local name
    expected
    # The build of the tests runs the check of the build too.
    mkdir -p .build
    printf '%s' "$(awk -F '|' '$2 == "" { names[$1] = 1 } $3 ~ /^error/ { delete names[$1] } END { for (name in names) { print name; exit } }' \
        "$folder/expected")" >.build/graph
    swift test --filter CorpusTests.graph >"$folder/output" 2>&1 && fail "the test of broken graphs succeeds" "$folder/output"
    sed -n '/^graph /,$p' "$folder/output" >"$folder/verdicts"
    for name in $(awk -F '|' '$2 == "" { print $1 }' "$folder/expected"); do
        awk -v name="$name" '/^graph / { isMeant = $2 == name } isMeant' "$folder/verdicts" >"$folder/verdict"
        awk -F '|' -v name="$name" '$1 == name && $2 != "" { print $2 "|" $3 }' "$folder/expected" | sort >"$folder/meant"
        findings "$folder/verdict" >"$folder/found"
        diff "$folder/meant" "$folder/found" >"$folder/difference" ||
            fail "$name in a test: < has to be said, > is said" "$folder/difference"
    done
    awk -F '|' '$3 ~ /^error/ { sub(/.*\//, "", $2); print $2 }' "$folder/expected" | sort >"$folder/meant"
    sed -nE 's/^✘ Test graph\(\) recorded an issue at ([^:]+:[0-9]+):.*/\1/p' "$folder/output" | sort >"$folder/found"
    diff "$folder/meant" "$folder/found" >"$folder/difference" || fail "issues: < has to be one, > is one" "$folder/difference"
    echo "the same faults in a test, $(wc -l <"$folder/found") of them as issues at their lines"
}
