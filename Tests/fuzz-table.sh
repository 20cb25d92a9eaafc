#!/bin/sh
# Lets libFuzzer look for operations on the registration table that go wrong. The library is built with its own checks and
# with the fuzzer's counters, so that the fuzzer sees which way each input goes.
#
# usage: Tests/fuzz-table.sh [SECONDS] [libFuzzer's options]     exits 1 when an input fails; it is left in .build-fuzz
#
# What it has found interesting stays in .build-fuzz/corpus, and is where the next run begins.

set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift

build=.build-fuzz
mkdir -p "$build/corpus"

# compile MODULE WHAT FILES...: as Package.swift does
compile() {
    module=$1
    what=$2
    shift 2
    swiftc -swift-version 6 -strict-memory-safety -warnings-as-errors -O -parse-as-library -sanitize=fuzzer -package-name armory \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature NonisolatedNonsendingByDefault \
        -enable-upcoming-feature InferIsolatedConformances -enable-upcoming-feature ImmutableWeakCaptures \
        -D ARMORY_INTERNAL_CHECKS -Xcc -fmodule-map-file=CModules/CXXHash/module.modulemap \
        -Xcc -fmodule-map-file="$build/CPlatform.modulemap" -Xcc -fmodule-map-file="$build/CLookup.modulemap" \
        -Xcc -ICModules/CPlatform/include -I "$build" \
        -module-name "$module" $what "$@"
}

for module in CPlatform CLookup; do
    printf 'module %s { header "%s/CModules/%s/include/%s.h" export * }\n' "$module" "$PWD" "$module" "$module" \
        >"$build/$module.modulemap"
    clang -c -O1 -D_GNU_SOURCE -ICModules/CPlatform/include -ICModules/CLookup/include CModules/$module/*.c \
        -o "$build/$module.o"
done
find Sources/Armory -name '*.swift' >"$build/sources"
compile Armory "-wmo -emit-module -emit-module-path $build/Armory.swiftmodule -emit-object -o $build/Armory.o" \
    @"$build/sources"
compile FuzzTable "-o $build/fuzz-table" \
    Tests/ArmoryTests/Table/TableFuzz.swift Tests/Fuzzing/FuzzTable.swift "$build/Armory.o" "$build/CPlatform.o" \
    "$build/CLookup.o"

"$build/fuzz-table" -max_total_time="$seconds" -max_len=4096 -artifact_prefix="$build/" -print_final_stats=1 "$@" \
    "$build/corpus"
