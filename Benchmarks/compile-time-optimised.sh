#!/bin/bash
# How much processor time `swiftc -O` takes for 200 public registrations, compared with the same types with closures in a dictionary.
#
# Each type is registered and needed under a protocol that is not class-bound, as most programs do. Each file is compiled as
# one file by one compiler, several times in turn; the medians of the processor seconds are compared.
#
# usage: Benchmarks/compile-time-optimised.sh [ROUNDS]          exits 1 when a ratio is over its budget

set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${1:-3}
budget=1.5
count=200

swift build -c release --target Armory >&2
build=$(swift build -c release --show-bin-path)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Types: from the third on, each needs two of those before it.
types() {
    for ((n = 0; n < count; n++)); do
        echo "public protocol P$n: Sendable {}"
        if ((n < 2)); then
            echo "public final class S$n: P$n { public init() {} }"
        else
            echo "public final class S$n: P$n { let a: any P$((n / 2)); let b: any P$((n / 3)); public init(a: any P$((n / 2)), b: any P$((n / 3))) { self.a = a; self.b = b } }"
        fi
    done
}

# list FORM: the registrations, for a container in modules of 50
list() {
    for ((n = 0; n < count; n++)); do
        if [ "$1" != dictionary ] && ((n % 50 == 0)); then echo "public func module$((n / 50))() -> Module { Module {"; fi
        case $1:$((n < 2)) in
        dictionary:1) echo "    registry.add((any P$n).self) { _ in S$n() }" ;;
        dictionary:0) echo "    registry.add((any P$n).self) { S$n(a: \$0(), b: \$0()) }" ;;
        closures:1) echo "    Singleton((any P$n).self) { S$n() }" ;;
        closures:0) echo "    Singleton((any P$n).self) { S$n(a: try \$0(), b: try \$0()) }" ;;
        autowired:*) echo "    Singleton((any P$n).self, S$n.init)" ;;
        esac
        if [ "$1" != dictionary ] && ((n % 50 == 49)); then echo "} }"; fi
    done
}

{
    cat <<'SWIFT'
public final class Registry {
    private var factories: [ObjectIdentifier: (Registry) -> Any] = [:]
    public func callAsFunction<T>(_ type: T.Type = T.self) -> T { factories[ObjectIdentifier(type)]!(self) as! T }
    public func add<T>(_ type: T.Type, _ factory: @escaping (Registry) -> T) { factories[ObjectIdentifier(type)] = factory }
}
SWIFT
    types
    echo "public func fill(_ registry: Registry) {"
    list dictionary
    echo "}"
} >"$folder/dictionary.swift"
for form in closures autowired; do
    { echo "public import Armory"; types; list $form; } >"$folder/$form.swift"
done

# seconds FORM: the processor time of one compilation
seconds() {
    local TIMEFORMAT='%U %S'
    # Over an object from the same code, the compiler skips the code generator.
    rm -f "$folder/$1.o"
    { time swiftc -c -O -wmo -swift-version 6 -parse-as-library -module-name Wiring "$folder/$1.swift" -o "$folder/$1.o" \
        -I "$build/Modules" -I CModules/CPlatform/include -I CModules/CLookup/include -I CModules/CXXHash \
        -Xcc -fmodule-map-file="$build/CPlatform.build/module.modulemap" -Xcc -fmodule-map-file="$build/CLookup.build/module.modulemap" >&2; } 2>&1 | tail -1 | awk '{ print $1 + $2 }'
}

# The first compilation makes what the compiler keeps of the imported modules.
seconds autowired >/dev/null
for ((round = 0; round < rounds; round++)); do
    for form in dictionary closures autowired; do
        [ ! -t 2 ] || printf '\r\033[Kround %s of %s: %s' $((round + 1)) "$rounds" "$form" >&2
        seconds $form >>"$folder/$form.times"
    done
done
[ ! -t 2 ] || printf '\r\033[K' >&2

median() { sort -n "$1" | awk '{ values[NR] = $1 } END { print values[int((NR + 1) / 2)] }'; }
bytes() { wc -c <"$folder/$1.o"; }

awk -v budget=$budget -v rounds="$rounds" -v count=$count \
    -v dictionary="$(median "$folder/dictionary.times")" -v dictionaryBytes="$(bytes dictionary)" \
    -v closures="$(median "$folder/closures.times")" -v closuresBytes="$(bytes closures)" \
    -v autowired="$(median "$folder/autowired.times")" -v autowiredBytes="$(bytes autowired)" '
    function row(what, seconds, size, isBaseline) {
        ratio = seconds / dictionary
        verdict = isBaseline ? "" : ratio <= budget ? "ok" : "OVER"
        if (verdict == "OVER") failed = 1
        printf "%-52s %7.1f s %6.2f x %8d KiB   %s\n", what, seconds, ratio, size / 1024, verdict
    }
    BEGIN {
        printf "%d registrations, swiftc -O; median processor time of %d rounds, budget %.1f x\n", count, rounds, budget
        row("closures in a dictionary", dictionary, dictionaryBytes, 1)
        row("Singleton((any P).self) { S(a: try $0(), …) }", closures, closuresBytes, 0)
        row("Singleton((any P).self, S.init)", autowired, autowiredBytes, 0)
        exit failed
    }'
