#!/bin/bash
# What the macros cost: the time to compile annotated types, and the instructions of a resolve. Each figure is beside that of the
# same program with registrations written by hand.
#
# A time is processor seconds, user and system, of the compiler and of the process that expands macros: the median of several
# compilations of one file, which take turns. A count is the difference between two runs, divided by the number of resolves, and repeats.
#
# usage: Benchmarks/macro-costs.sh [ROUNDS]     ROUNDS: how often each file is compiled, 5 unless given
#
# Exits 2 when it cannot measure. What is built stays in .build-macro-costs. The first build in release takes many minutes.

set -euo pipefail
cd "$(dirname "$0")/.."
source Benchmarks/Costs/sources.sh

rounds=${1:-5}
count=200

if ! command -v valgrind >/dev/null; then
    echo "macro-costs.sh: valgrind is missing; install it with: apt-get install valgrind" >&2
    exit 2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# run COMMAND ...: silent, unless it fails
run() {
    "$@" >"$folder/log" 2>&1 || {
        cat "$folder/log" >&2
        echo "macro-costs.sh: failed: $*" >&2
        exit 2
    }
}

# annotated COUNT: the types of `wiring`, which say themselves how they are made
annotated() {
    local n
    echo "public import ArmoryMacros"
    connected_types "$1" |
        sed -E 's/^public final class S([0-9]+)/@Injectable(.singleton, as: (any P\1).self) public final class S\1/'
    for ((n = 0; n < $1; n++)); do
        if ((n % 50 == 0)); then echo "public func module$((n / 50))() -> Module { Module {"; fi
        echo "    S$n.registration"
        if ((n % 50 == 49 || n + 1 == $1)); then echo "} }"; fi
    done
}

# build CONFIGURATION ARGUMENTS. The compilations below need the module files and the plugin where the native build system puts them.
build() { swift build --build-system native --traits Macros -c "$1" --scratch-path .build-macro-costs "${@:2}"; }

# The folder of each build, asked for once, since compilations are timed.
declare -A folder_of=([debug]=$(build debug --show-bin-path) [release]=$(build release --show-bin-path))
built() { echo "${folder_of[$1]}"; }

# swift_compile CONFIGURATION ARGUMENTS: the compiler, with the library and the macros
swift_compile() {
    local modules
    modules=$(built "$1")
    swiftc -swift-version 6 -wmo "${@:2}" -I "$modules/Modules" \
        -I CModules/CCore/include -I CModules/CXXHash \
        -load-plugin-executable "$folder/plugin#ArmoryMacrosPlugin"
}

# The compiler kills the process that expands macros, and so does not know its time. This runs it out of the compiler's reach, where
# it ends at the end of its input, and notes the time.
cat >"$folder/plugin" <<'SH'
#!/bin/bash
here=$(dirname "$0")
setsid bash -c '"$0" "${@:2}"; times >"$1.part"; mv "$1.part" "$1"' "$(cat "$here/tool")" "$here/spent" "$@" <&0 &
wait
SH
chmod +x "$folder/plugin"

# seconds FORM CONFIGURATION FLAG: the processor seconds of one compilation
seconds() {
    local TIMEFORMAT='%U %S' compiler expansion="0 0"
    # Over an object from the same code, the compiler skips the code generator.
    rm -f "$folder/$1.o" "$folder/spent"
    echo "$(built "$2")/ArmoryMacrosPlugin-tool" >"$folder/tool"
    compiler=$({
        time run swift_compile "$2" -c "$3" -parse-as-library -module-name Wiring "$folder/$1.swift" -o "$folder/$1.o" 2>&3
    } 3>&2 2>&1)
    if [ "$1" = annotated ]; then
        until [ -e "$folder/spent" ]; do sleep 0.1; done
        expansion=$(sed -n '2s/0m//g; 2s/s//gp' "$folder/spent")
    fi
    echo "$compiler $expansion" | awk '{ print $1 + $2 + $3 + $4 }'
}

median() { sort -n "$1" | awk '{ values[NR] = $1 } END { print values[int((NR + 1) / 2)] }'; }

# row WHAT BY-HAND ANNOTATED
row() { awk -v a="$2" -v b="$3" -v what="$1" 'BEGIN { printf "%-60s %9.1f %9.1f %7.2f x\n", what, a, b, b / a }'; }

wiring autowired $count >"$folder/hand.swift"
annotated $count >"$folder/annotated.swift"
printf '%-60s %9s %9s %9s\n' "what" "by hand" "annotated" "ratio"
for configuration in debug release; do
    flag=$([ $configuration = debug ] && echo -Onone || echo -O)
    run build $configuration --product ArmoryMacros
    for ((round = 0; round <= rounds; round++)); do
        for form in hand annotated; do
            # The first compilation makes what the compiler keeps of the imported modules.
            seconds $form $configuration $flag >>"$folder/$form.$((round == 0)).$configuration"
        done
    done
    row "$count types, swiftc $flag, CPU seconds" \
        "$(median "$folder/hand.0.$configuration")" "$(median "$folder/annotated.0.$configuration")"
done

cat >"$folder/main.swift" <<'SWIFT'
import ArmoryMacros

@Injectable(.singleton) final class Leaf: Sendable {}
@Injectable final class Pair { let a: Leaf, b: Leaf; init(a: Leaf, b: Leaf) { self.a = a; self.b = b } }
@Injectable struct Wide {
    let a: Leaf, b: Leaf, c: Leaf, d: Leaf, e: Leaf, f: Leaf, g: Leaf, h: Leaf, i: Leaf
}

let workload = CommandLine.arguments[1]
let isAnnotated = CommandLine.arguments[2] == "annotated"
let operations = Int(CommandLine.arguments[3])!
let container = try Container {
    Leaf.registration
    if isAnnotated {
        Pair.registration
        Wide.registration
    } else {
        Transient(Pair.init)
        Transient(Wide.init)
    }
}
for _ in 0..<operations {
    if workload == "pair" { _ = try container.resolve(Pair.self) } else { _ = try container.resolve(Wide.self) }
}
SWIFT
objects=$(find "$(built release)"/{Armory,ArmoryCore,CCore}.build -name '*.o')
echo "$(built release)/ArmoryMacrosPlugin-tool" >"$folder/tool"
run swift_compile release -O "$folder/main.swift" $objects -o "$folder/program"
strip -g "$folder/program"

# instructions WORKLOAD FORM OPERATIONS: of the whole process
instructions() {
    SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$folder/program" "$@" 2>&1 | awk '/Collected/ { print $NF }'
}
for workload in pair wide; do
    for form in hand annotated; do
        few=$(instructions $workload $form 2000)
        many=$(instructions $workload $form 12000)
        echo $(((many - few) / 10000)) >"$folder/$workload.$form"
    done
done
row "instructions of a resolve, two parameters" "$(cat "$folder/pair.hand")" "$(cat "$folder/pair.annotated")"
row "instructions of a resolve, nine parameters" "$(cat "$folder/wide.hand")" "$(cat "$folder/wide.annotated")"
