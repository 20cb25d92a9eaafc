#!/usr/bin/env bash
# Runs the tests of both frameworks, XCTest and Testing, and ends with a line that counts the tests of each.
#
# Exits 1 when a test fails, when a sanitizer has found something, or when one of the frameworks has run no test, unless it is
# disabled or a filter is given: a filter that matches nothing is no success. The failures are repeated at the end.
#
# usage: Tests/test.sh ARGUMENTS               the arguments of `swift test`
#        Tests/test.sh --set NAME ARGUMENTS    only the tests that Tests/Sets/NAME.txt lists, all of XCTest; only their files are built
#        Tests/test.sh ARGUMENTS --no-skips    exits 1 too where a test was skipped
#        Tests/test.sh --check-sets            runs nothing; exits 1 when a list of tests names something that does not exist
set -uo pipefail
sets=$(cd "$(dirname "$0")" && pwd)/Sets

# target ENTRY: the target of a folder or file below Tests, as Package.swift names it
target() {
    local folder
    case $1 in
    DropIns/* | Server/* | Tools/*) folder=$(echo "$1" | cut -d/ -f2) ;;
    *) folder=${1%%/*} ;;
    esac
    echo "Armory${folder#Armory}Tests"
}

# folder ENTRY: the target's folder
folder() {
    case $1 in
    DropIns/* | Server/* | Tools/*) echo "$1" | cut -d/ -f1,2 ;;
    *) echo "${1%%/*}" ;;
    esac
}

# classes LIST: each test class of a list, as Target.Class. An entry without a test class or without a reason is an error.
classes() {
    local entry reason names name
    sed '/^#/d; /^ *$/d' "$1" | while IFS='|' read -r entry reason; do
        entry=${entry// /}
        names=$(find "$sets/../$entry" -name '*.swift' -exec \
            sed -nE 's/^(@[A-Za-z]+ )?final class ([A-Za-z0-9]+): [A-Za-z]*TestCase.*/\2/p' {} + 2>/dev/null)
        if [ -z "$names" ] || [ -z "${reason// /}" ]; then
            echo "$1: no test class or no reason: $entry" >&2
            exit 1
        fi
        for name in $names; do echo "$(target "$entry").$name"; done
    done
}

# left_out LIST: the files with test classes, in the targets of a list, that it does not name
left_out() {
    local entries
    entries=$(sed '/^#/d; /^ *$/d; s/ *[|].*//' "$1")
    (cd "$sets/.." && comm -23 \
        <(grep -rlE --include='*.swift' 'final class [A-Za-z0-9]+: [A-Za-z]*TestCase' $(for entry in $entries; do folder "$entry"; done | sort -u) | sort) \
        <(find $entries -name '*.swift' | sort))
}

case ${1:-} in
--check-sets)
    for list in "$sets"/release.txt "$sets"/thread-sanitizer.txt; do
        found=$(classes "$list") || exit 1
        echo "$(basename "$list" .txt): $(echo "$found" | wc -l) test classes"
    done
    exit
    ;;
--set)
    found=$(classes "$sets/$2.txt") || exit 1
    # SwiftPM builds all tests of the package, whatever the filter: Package.swift leaves out the others.
    ARMORY_TEST_TARGETS=$(echo "$found" | sed 's/[.].*//' | sort -u | tr '\n' ' ')
    ARMORY_TESTS_LEFT_OUT=$(left_out "$sets/$2.txt" | tr '\n' ' ')
    export ARMORY_TEST_TARGETS ARMORY_TESTS_LEFT_OUT
    shift 2
    set -- "$@" --disable-swift-testing --filter "^($(echo "$found" | sort -u | paste -sd '|' - | sed 's/[.]/[.]/g'))/"
    ;;
esac

skips=allowed
[ "${*: -1}" != --no-skips ] || { skips=refused; set -- "${@:1:$#-1}"; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${SWIFT:-swift}" test "$@" 2>&1 | tee "$log"
status=$?

# sum PATTERN: the sum of the numbers in the lines of the log's end, one for each bundle of tests
sum() { grep -aoE "$1" | grep -oE '[0-9]+' | awk '{ sum += $1 } END { print sum }'; }

# Swift's native build system makes one bundle of all tests, and Swift Build one for each test target.
xctest=$(grep -aA 1 -E "^Test Suite '(All|Selected) tests' (passed|failed)" "$log" | sum 'Executed [0-9]+ tests?')
testing=$(sum 'Test run with [0-9]+ tests?' <"$log")
# A filter may leave no test to one of the frameworks, but not to both.
if [[ " $* " == *" --filter "* ]]; then
    [ $((${xctest:-0} + ${testing:-0})) -gt 0 ] || {
        echo "no test matches the filter, or none ran"
        status=1
    }
else
    [ "${xctest:-0}" -gt 0 ] || status=1
    [[ " $* " == *" --disable-swift-testing "* ]] || [ "${testing:-0}" -gt 0 ] || status=1
fi
[ $skips = allowed ] || ! grep -aqE 'Executed [0-9]+ tests?, with [0-9]+ tests? skipped' "$log" || {
    echo "a test was skipped"
    status=1
}
[ $status -eq 0 ] && verdict=passed || verdict=FAILED
[ $status -eq 0 ] || grep -aE '(: (error|Fatal error|fatal error): |^✘ |^(SUMMARY|WARNING): .*Sanitizer)' "$log" | head -n 20
echo "== ${xctest:-0} tests of XCTest and ${testing:-0} tests of Testing: $verdict"
[ $status -eq 0 ]
