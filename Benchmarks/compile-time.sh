#!/bin/bash
# How long the compiler takes for 500 registrations in modules of 50, beside the same types with plain closures in arrays.
#
# Each file is compiled in debug, as one file by one compiler, several times in turn; the medians are compared.
#
# usage: Benchmarks/compile-time.sh [ROUNDS]          exits 1 when a ratio is over its budget

set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${1:-5}
budget=1.5

swift build --target Armory >&2
modules=$(swift build --show-bin-path)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Types: number n needs two of those before it.
types() {
    echo "import Armory"
    echo "final class S0: Sendable { init() {} }"
    for ((n = 1; n < 500; n++)); do
        echo "final class S$n: Sendable { let a: S$((n / 2)); let b: S$((n / 3)); init(a: S$((n / 2)), b: S$((n / 3))) { self.a = a; self.b = b } }"
    done
}

# list FORM: the registrations in groups of 50, each from its number
list() {
    for ((group = 0; group < 10; group++)); do
        case $1 in
        autowired | closures) echo "let module$group = Module(\"$group\") {" ;;
        array) echo "let array$group: [@Sendable (Resolver) throws -> AnyObject] = [" ;;
        esac
        for ((n = group * 50; n < group * 50 + 50; n++)); do
            case $1:$n in
            autowired:*) echo "    Singleton(S$n.init)" ;;
            closures:0) echo "    Singleton { S0() }" ;;
            closures:*) echo "    Singleton { S$n(a: try \$0(), b: try \$0()) }" ;;
            array:0) echo "    { _ in S0() }," ;;
            array:*) echo "    { S$n(a: try \$0(), b: try \$0()) }," ;;
            esac
        done
        case $1 in array) echo "]" ;; *) echo "}" ;; esac
    done
}

for form in array autowired closures; do
    { types; list $form; } >"$folder/$form.swift"
done

# seconds FORM: of one compilation
seconds() {
    # Over an object from the same code, the compiler skips the code generator.
    rm -f "$folder/$1.o"
    begin=$(date +%s%N)
    swiftc -c -Onone -swift-version 6 -parse-as-library -module-name Wiring "$folder/$1.swift" -o "$folder/$1.o" \
        -I "$modules/Modules" -I CModules/CPlatform/include -I CModules/CLookup/include -I CModules/CXXHash \
        -Xcc -fmodule-map-file="$modules/CPlatform.build/module.modulemap" -Xcc -fmodule-map-file="$modules/CLookup.build/module.modulemap"
    end=$(date +%s%N)
    awk -v nanoseconds=$((end - begin)) 'BEGIN { printf "%.2f\n", nanoseconds / 1e9 }'
}

# The first compilation makes what the compiler keeps of the imported modules.
seconds array >/dev/null
for ((round = 0; round < rounds; round++)); do
    for form in array autowired closures; do
        [ ! -t 2 ] || printf '\r\033[Kround %s of %s: %s' $((round + 1)) "$rounds" "$form" >&2
        seconds $form >>"$folder/$form.times"
    done
done
[ ! -t 2 ] || printf '\r\033[K' >&2

median() { sort -n "$1" | awk '{ values[NR] = $1 } END { print values[int((NR + 1) / 2)] }'; }

awk -v array="$(median "$folder/array.times")" -v autowired="$(median "$folder/autowired.times")" \
    -v closures="$(median "$folder/closures.times")" -v budget=$budget -v rounds="$rounds" '
    function row(what, seconds, ratio) {
        verdict = ratio == "" ? "" : ratio <= budget ? "ok" : "OVER"
        if (verdict == "OVER") failed = 1
        printf "%-58s %9.2f s %8s   %s\n", what, seconds, ratio, verdict
    }
    BEGIN {
        printf "500 registrations, compiled in debug; median of %d rounds, budget %.1f x\n", rounds, budget
        row("closures in arrays of 50", array, "")
        row("modules of 50, autowired: Singleton(S1.init)", autowired, sprintf("%.2f", autowired / array))
        row("modules of 50, closures: Singleton { S1(a: try $0(), …) }", closures, sprintf("%.2f", closures / array))
        exit failed
    }'
