#!/usr/bin/env bash
# Prints which lines of the core, the library and the registry the tests run, by file, and each line that they do not, with the reason.
#
# The reasons are in Tests/uncovered.txt. Exits 1 when a test fails or fewer lines than LIMIT percent are run.
#
# usage: Tests/coverage.sh            runs all tests, in a build of their own
#        Tests/coverage.sh --report   reports on the last run
set -euo pipefail
cd "$(dirname "$0")/.."

limit=${LIMIT:-97}
scratch=.build-coverage
# Swift Build makes a bundle for each test target, and the table needs all tests in one.
flags=(--build-system native --enable-code-coverage --scratch-path "$scratch")

if [ "${1:-}" != --report ]; then
    Tests/test.sh "${flags[@]}"
fi

# The system's own llvm-cov may be too old for what this compiler writes; the toolchain's is beside its runtime.
if command -v xcrun >/dev/null; then
    cov() { xcrun llvm-cov "$@"; }
else
    runtime=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    cov() { "$runtime/../../bin/llvm-cov" "$@"; }
fi
build=$(swift build --build-system native --scratch-path "$scratch" --show-bin-path)
binary=$build/armoryPackageTests.xctest
[ ! -d "$binary" ] || binary=$binary/Contents/MacOS/armoryPackageTests

cov export -format=lcov "$binary" -instr-profile="$build/codecov/default.profdata" Sources/Core Sources/Armory Sources/Registry |
    awk -v root="$PWD/Sources/" -v limit="$limit" '
        # The reasons: file | part of the line | reason
        FILENAME ~ /uncovered.txt$/ {
            if ($0 !~ /^#/ && split($0, part, / *\| */) == 3) {
                count++; files[count] = part[1]; texts[count] = part[2]; reasons[count] = part[3]
            }
            next
        }
        /^SF:/ {
            file = substr($0, 4 + length(root)); order[++fileCount] = file; path = substr($0, 4); number = 0
            delete source
            while ((getline text < path) > 0) source[++number] = text
            close(path)
        }
        /^DA:/ {
            split(substr($0, 4), part, ",")
            lines[file]++; total++
            if (part[2] > 0) { hit[file]++; run++; next }
            # The end of an endless loop is never reached, and a lone brace says nothing.
            why = "NO REASON GIVEN"
            for (i = 1; i <= count; i++)
                if (files[i] == file && index(source[part[1]], texts[i])) why = reasons[i]
            if (source[part[1]] ~ /^[ }]*$/) why = "the end of what the lines above are part of"
            missed[file] = missed[file] sprintf("    %5d  %-66s  %s\n", part[1], substr(source[part[1]], 1, 66), why)
        }
        END {
            for (i = 1; i <= fileCount; i++) {
                file = order[i]
                printf "%6.2f %%  %4d of %4d  %s\n%s", 100 * hit[file] / lines[file], hit[file], lines[file], file, missed[file]
            }
            share = 100 * run / total
            printf "%6.2f %%  %4d of %4d  lines of the core, the library and the registry; at least %s %%\n", share, run, total, limit
            exit share < limit
        }' Tests/uncovered.txt -
