#!/usr/bin/env bash
# Checks every promise in every way that the project knows, and prints a table: what, how many, how long, the result.
#
# Exits 1 when a check fails; goes on to the others all the same. Whole logs are left in .build-verify.
#
# usage: Tests/verify.sh             every check
#        Tests/verify.sh NAME ...    those checks alone; the names are the first column of the table
#        ARMORY_STRESS=0.1 …         with a tenth of the stress tests' counts
set -uo pipefail
cd "$(dirname "$0")/.."

logs=.build-verify
mkdir -p "$logs"
rm -f "$logs"/*.log

# name | what | command | a build that can be made ready while an earlier check runs
#
# Each build kind has a folder of its own: the kinds would rebuild each other's objects otherwise. The stress tests have
# their full counts in release. The sanitizers are slower, and see a race at its first occurrence; a debug build that
# counts lines is slower too.
few=$(awk "BEGIN { print ${ARMORY_STRESS:-1} * 0.1 }")
tests="swift test --disable-swift-testing"
builds="swift build --build-tests"
debug="--enable-code-coverage --scratch-path .build-coverage"
release="-c release --scratch-path .build-release-tests"
thread="--sanitize=thread --scratch-path .build-thread-sanitizer"
address="--sanitize=address -Xswiftc -use-ld=lld --scratch-path .build-address-sanitizer"
collide="-Xswiftc -DARMORY_COLLIDING_HASHES --scratch-path .build-colliding-hashes"
checks() {
    cat <<TABLE
debug      | all tests, debug                   | ARMORY_STRESS=$few $tests $debug | $builds $debug
coverage   | lines of the library that were run | Tests/coverage.sh --report |
release    | all tests, release, full counts    | $tests $release | $builds $release
thread     | all tests, ThreadSanitizer         | ARMORY_STRESS=$few $tests $thread | $builds $thread
address    | all tests, AddressSanitizer        | make --no-print-directory test-address-sanitizer STRESS=$few | $builds $address
collisions | unit tests, every hash the same    | ARMORY_STRESS=$few $tests $collide --filter ArmoryTests | $builds $collide
memcheck   | C modules and a benchmark run      | make --no-print-directory memcheck |
broken     | broken builds that must be caught  | make --no-print-directory test-broken-builds |
example    | the example's tests                | make --no-print-directory test-example |
TABLE
}

# count LOG: what was checked, from what a check wrote
count() {
    local tests
    tests=$(grep -oE 'Executed [0-9]+ tests?' "$1" | tail -1 | grep -oE '[0-9]+')
    if [ -n "$tests" ]; then echo "$tests tests"; return; fi
    # The other checks end with a line that says it.
    grep -oE '[0-9]+ faults, [0-9]+ caught|[0-9]+ workloads, [0-9]+ operations|^ *[0-9.]+ %  [0-9]+ of [0-9]+  lines' "$1" |
        tail -1 | sed -E 's/^ +//; s/ %  .*/ % of lines/'
}

# ahead NAME: starts the build of the check that comes after NAME
ahead() {
    local name build found=
    while IFS='|' read -r name _ _ build; do
        name=${name// /}
        if [ -n "$found" ] && [ -n "${build// /}" ] && wanted "$name"; then
            nice -n 19 bash -c "$build" >"$logs/$name.build.log" 2>&1 &
            return
        fi
        [ "$name" != "$1" ] || found=yes
    done < <(checks)
}

wanted() {
    [ -z "$only" ] || [[ " $only " == *" $1 "* ]]
}

only=$*
failed=
rows=
start=$SECONDS
while IFS='|' read -r name what command _; do
    name=${name// /}
    what=${what## }
    wanted "$name" || continue
    wait
    echo "== $name: ${what%% }" >&2
    ahead "$name"
    began=$SECONDS
    if bash -c "$command" >"$logs/$name.log" 2>&1; then
        verdict=ok
    else
        verdict=FAILED
        failed+=" $name"
        tail -n 40 "$logs/$name.log" >&2
    fi
    row=$(printf '%-11s %-36s %22s %5d s   %s' "$name" "$what" "$(count "$logs/$name.log")" $((SECONDS - began)) "$verdict")
    rows+=$row$'\n'
    echo "$row" >&2
done < <(checks)
wait

echo
echo "What the stress tests counted, by build:"
grep -h '^\[count\]' "$logs/release.log" 2>/dev/null | sed 's/^\[count\]/  release /' | sort
echo
printf '%-11s %-36s %22s %7s   %s\n' check what 'how many' time result
printf '%s' "$rows"
printf '%-11s %-36s %22s %5d s   %s\n' all '' '' $((SECONDS - start)) "${failed:+FAILED:$failed}"
[ -z "$failed" ]
