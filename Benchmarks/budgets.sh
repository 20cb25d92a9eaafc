#!/bin/sh
# Counts the instructions of each workload and compares them with the stored counts: of the package's own benchmark, and of a
# client, a separate package that uses the library as its users do.
#
# usage: Benchmarks/budgets.sh          every row
#        Benchmarks/budgets.sh --set    the rows that Tests/Sets/budgets.txt lists, of the client alone: for every change
#        WRITE=1 ...                    stores the counts instead
#
# Exits 1 when a row is over its limit, 2 when it cannot measure.

set -eu
cd "$(dirname "$0")/.."

# The names of folders identify packages, and case does not count.
case $(basename "$PWD") in
[Cc][Ll][Ii][Ee][Nn][Tt])
    echo "budgets.sh: rename the folder $PWD: SwiftPM takes it and Benchmarks/Client for the same package" >&2
    exit 2
    ;;
esac

set=${1:-}
result=0

# rows PROGRAM: the listed rows of a program; none: all
rows() {
    [ -z "$set" ] || sed -nE "s,^$1/([^ |]+) *\|.*,\1,p" Tests/Sets/budgets.txt
}

# compare BINARY TABLE
compare() {
    [ -z "$set" ] || [ -n "$(rows "$(basename "$1")")" ] || return 0
    # The names have no blanks.
    # shellcheck disable=SC2046
    Benchmarks/count.sh "$1" "$2" $(rows "$(basename "$1")") || {
        status=$?
        [ $status -eq 1 ] || exit $status
        result=1
    }
    echo
}

# The tests in release and the client's programs have one build folder, so that the library is compiled once: with the options of the
# Makefile.
build() { swift build -c release --scratch-path .build-release --disable-build-manifest-caching "$@"; }

# SwiftPM does not compile a program again when only an inline function of the C modules changed.
find Benchmarks -name '*.swift' -not -path '*/.build*' -exec touch {} +

if [ -z "$set" ]; then
    build --product bench >&2
    compare "$(build --show-bin-path)/bench" Benchmarks/bench.budgets
fi

build --package-path Benchmarks/Client >&2
client=$(build --package-path Benchmarks/Client --show-bin-path)
"$client/client-bench" check
"$client/client-startup" check
compare "$client/client-bench" Benchmarks/Client/client-bench.budgets
compare "$client/client-startup" Benchmarks/Client/client-startup.budgets
[ -n "$set" ] || "$client/client-bench" threads

exit $result
