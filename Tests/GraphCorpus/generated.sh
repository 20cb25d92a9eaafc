# The generated application of 500 registrations in 20 modules of 4 targets, in a folder whose name has a blank. Part of run.sh.

shop="$PWD/.build/The shop"
odd="Sources/Wiring/More parts/Odd wiring.swift"

# odd [LINES]: writes the module that cases of trouble.sh change; the lines come before it is returned
odd() {
    mkdir -p "$shop/$(dirname "$odd")"
    cat >"$shop/$odd" <<SWIFT
package import Armory
import Foundation

package enum Odd {
    package static func module() throws -> Module {
${1:-}
        return Module("odd") {
            Singleton { Part(name: "odd") }
        }
    }
}

package struct Part: Sendable {
    package let name: String
    package init(name: String) { self.name = name }
}

package struct Whole: Sendable {
    package init(part: Part) {}
}

struct Refusal: Error, CustomStringConvertible {
    let description: String
}
SWIFT
}

# shop [GRAPH]: writes the whole application, with the graph that its check looks at
shop() {
    ./generate.sh "$shop" ../.. 500 20 4
    odd
    cat >"$shop/Sources/graph-check/CheckApp.swift" <<SWIFT
import Armory
import ArmoryCheck
import Wiring

@main
struct CheckApp: GraphCheck {
    static var timeLimit: Duration { .seconds(5) }

    static var graphs: [CheckedGraph] {
        CheckedGraph("app") {
            let odd = try Odd.module()
            return Module {
                Wiring.app
                odd
            }
        }
    }
}
SWIFT
}

# line FILE TEXT: the line of the file that has the text
line() { awk -v text="$2" 'index($0, text) { print NR; exit }' "$1"; }

# says TEXT: what the build has said has it
says() { grep -qF -- "$1" "$folder/output" || fail "$case: it does not say: $1" "$folder/output"; }

# finds PLACE WORDS CODE: the build has refused the place by an error with these words and this code
finds() { grep -F -- "$1: error: " "$folder/output" | grep -q -- "$2 \[$3\]" || fail "$case: no [$3] at $1" "$folder/output"; }

# sound CASE, broken CASE: builds the application, which has to succeed or to fail
sound() {
    case=$1
    build "$shop" || fail "$case: the build fails" "$folder/output"
}
broken() {
    case=$1
    if build "$shop"; then fail "$case: the build succeeds" "$folder/output"; fi
}

generated() {
    local case type kept file="$shop/Sources/Group2/Group2.swift"
    shop
    sound "500 registrations"
    says "The graph has no fault (501 registrations)."
    ! grep -qE '(error|warning): ' "$folder/output" || fail "500 registrations: a false alarm" "$folder/output"
    # Three types of its module need T302.
    kept=$(cat "$file")
    edits "$file" 's#Singleton(T302.init)#// no T302#'
    broken "a missing registration among 500"
    for type in T303 T304 T305; do
        finds "$file:$(line "$file" "($type.init)"):9" "$type .*T302.*" missing
    done
    says "The graph has 3 faults (500 registrations)."
    printf '%s\n' "$kept" >"$file"
    sound "500 registrations again"
    echo "a generated application of 500 registrations: no false alarm, and a fault at its line"
}
