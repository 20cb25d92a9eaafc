#!/bin/sh
# Counts the instructions of each workload and compares them with the budgets: of the package's own benchmark, and of a client,
# a separate package that uses the library as its users do.
#
# usage: Benchmarks/budgets.sh          exits 1 when a budget is exceeded, 2 when it cannot measure

set -eu
cd "$(dirname "$0")/.."

# The names of folders identify packages, and case does not count.
case $(basename "$PWD") in
[Cc][Ll][Ii][Ee][Nn][Tt])
    echo "budgets.sh: rename the folder $PWD: SwiftPM takes it and Benchmarks/Client for the same package" >&2
    exit 2
    ;;
esac

result=0

# compare BINARY TABLE
compare() {
    Benchmarks/count.sh "$1" "$2" || {
        status=$?
        [ $status -eq 1 ] || exit $status
        result=1
    }
    echo
}

swift build -c release --product bench >&2
compare "$(swift build -c release --show-bin-path)/bench" Benchmarks/bench.budgets

swift build -c release --package-path Benchmarks/Client >&2
client=$(swift build -c release --package-path Benchmarks/Client --show-bin-path)
"$client/client-bench" check
"$client/client-startup" check
compare "$client/client-bench" Benchmarks/Client/client-bench.budgets
compare "$client/client-startup" Benchmarks/Client/client-startup.budgets
"$client/client-bench" threads

exit $result
