#!/usr/bin/env bash
# Runs the tests of both frameworks, XCTest's and Testing's, and ends with a line that says how many there were of each.
#
# Exits 1 when a test fails, when a sanitizer has found something, or when one of the frameworks has run no test: a filter that
# meets nothing is no success, but for one that is disabled. What failed is told again at the end, where somebody looks.
#
# usage: Tests/test.sh ARGUMENTS       those of `swift test`
set -uo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${SWIFT:-swift}" test "$@" 2>&1 | tee "$log"
status=$?

xctest=$(grep -oE 'Executed [0-9]+ tests?' "$log" | tail -1 | grep -oE '[0-9]+')
testing=$(grep -oE 'Test run with [0-9]+ tests?' "$log" | tail -1 | grep -oE '[0-9]+')
[ "${xctest:-0}" -gt 0 ] || status=1
[[ " $* " == *" --disable-swift-testing "* ]] || [ "${testing:-0}" -gt 0 ] || status=1
[ $status -eq 0 ] && verdict=passed || verdict=FAILED
[ $status -eq 0 ] || grep -aE '(: (error|Fatal error|fatal error): |^✘ |^(SUMMARY|WARNING): .*Sanitizer)' "$log" | head -n 20
echo "== ${xctest:-0} tests of XCTest and ${testing:-0} tests of Testing: $verdict"
[ $status -eq 0 ]
