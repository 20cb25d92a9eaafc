# What add-graph-check writes, in packages of several shapes, and how that runs. Part of run.sh, on the application of generated.sh.

# adds [ARGUMENTS]: runs swift package add-graph-check
adds() {
    swift package --package-path "$shop" --allow-writing-to-package-directory add-graph-check "$@" >"$folder/output" 2>&1
}

# refuses CASE TEXT [ARGUMENTS]: add-graph-check has to fail with the text, and to change nothing
refuses() {
    local case=$1 text=$2 before
    before=$(state)
    if adds "${@:3}"; then fail "$case: it succeeds" "$folder/output"; fi
    says "$text"
    [ "$(state)" = "$before" ] || fail "$case: it changes the package" "$folder/output"
}

# state: the sources of the package
state() { (cd "$shop" && find Package.swift Sources Tests Plugins -type f -exec cksum {} + 2>/dev/null | sort) || true; }

# tests TARGET: runs the test that was added to the target
tests() { swift test --package-path "$shop" --filter "$1.graph" >"$folder/output" 2>&1; }

# removes: deletes what add-graph-check has said that it wrote
removes() {
    local file lines
    while read -r file; do
        case $file in
        "Package.swift, lines "*)
            lines=${file#*lines }
            edits "$shop/Package.swift" "${lines/ to /,}d"
            ;;
        *) rm "$shop/$file" ;;
        esac
    done < <(sed -n 's/^  //p' "$folder/added")
    find "$shop"/{Sources,Tests,Plugins} -type d -empty -delete 2>/dev/null || true
}

added() {
    local case before type file="$shop/Sources/Group2/Group2.swift"
    shop
    ./generate.sh "$shop" ../.. 500 20 4 plain
    rm -rf "$shop/Tests"

    refuses "an unknown option" "--nonsense is not an option of add-graph-check" Wiring.app --nonsense
    refuses "an unknown module" "no target declares Wiring.nothing." Wiring.nothing
    refuses "an unknown target" "has no target Nothing for --wiring. Its targets are: " Wiring.app --wiring Nothing
    refuses "a test target for a program" "--tests is for a test: leave it out, or leave out --program and --plugin." \
        Wiring.app --program --tests GraphTests
    refuses "a library as an application" "Wiring is not an executable target that depends on Wiring" \
        Wiring.app --plugin --application Wiring

    echo >"$shop/Plugins"
    refuses "a file that cannot be written after others" "Nothing was changed, because a file or folder of" Wiring.app --plugin
    [ ! -e "$shop/Sources/graph-check" ] || fail "a file that cannot be written after others: it leaves a folder" "$folder/output"
    rm "$shop/Plugins"

    case="several libraries and no test target"
    before=$(state)
    adds Wiring.app || fail "$case: it fails" "$folder/output"
    cp "$folder/output" "$folder/added"
    says "  Tests/GraphTests/GraphTests.swift"
    tests GraphTests || fail "$case: the test fails" "$folder/output"
    says "The graph has no fault (500 registrations)."

    case="a missing registration among 500, in a test"
    edits "$file" 's#Singleton(T302.init)#// no T302#'
    ! tests GraphTests || fail "$case: the test succeeds" "$folder/output"
    for type in T303 T304 T305; do
        finds "$file:$(line "$file" "($type.init)"):9" "$type .*T302.*" missing
        says "recorded an issue at Group2.swift:$(line "$file" "($type.init)"):9"
    done
    edits "$file" 's#// no T302#Singleton(T302.init)#'

    case="add-graph-check twice"
    adds Wiring.app || fail "$case: it fails" "$folder/output"
    says "Wiring.app is checked already, by Tests/GraphTests/GraphTests.swift. Nothing was changed."

    case="a module whose name begins as that of a checked one"
    refuses "$case" "GraphTests.swift already exists. Nothing was changed. Add CheckedGraph { Wiring.ap } to that file." \
        Wiring.ap --wiring Wiring
    case="add-graph-check twice"
    removes
    [ "$(state)" = "$before" ] || fail "$case: deleting what it has listed leaves something" "$folder/added"

    added_to_test_target
    added_for_executable
    added_as_program
    echo "add-graph-check: a test in a new target, in an existing one and of an executable; a program and a plugin"
}

added_to_test_target() {
    local case="an existing test target, and another shape of manifest"
    edits "$shop/Package.swift" 's/^let package = Package(/let manifest: Package = .init(/'
    mkdir -p "$shop/Tests/AppTests"
    echo "import Wiring" >"$shop/Tests/AppTests/AppTests.swift"
    edits "$shop/Package.swift" 's/^    targets: \[/& .testTarget(name: "AppTests", dependencies: ["Wiring"]),/'
    adds Wiring.app || fail "$case: it fails" "$folder/output"
    says "  Tests/AppTests/GraphTests.swift"
    tests AppTests || fail "$case: the test fails" "$folder/output"
    says "The graph has no fault (500 registrations)."
}

added_for_executable() {
    local case="wiring in the executable"
    cat >"$shop/Sources/app/Local.swift" <<'SWIFT'
import Armory
import Wiring

enum Local {
    static let app = Module("local") {
        Wiring.app
        Singleton { "local" }
    }
}
SWIFT
    refuses "a program for an executable" "Local.app is in app, an executable target, which no other program can import." \
        Local.app --program
    adds Local.app || fail "$case: it fails" "$folder/output"
    says "  Tests/GraphTests/GraphTests.swift"
    tests GraphTests || fail "$case: the test fails" "$folder/output"
    says "The graph has no fault (501 registrations)."

    case="a module in two targets"
    for group in 0 1; do
        printf 'import Armory\nenum Twice {\n    static func app() -> Module { Module {} }\n}\n' >"$shop/Sources/Group$group/Twice.swift"
    done
    refuses "$case" "Twice.app() is declared in Group0 and Group1. Choose one: --wiring <target>." "Twice.app()"
    rm "$shop"/Sources/Group?/Twice.swift
}

added_as_program() {
    local case="a program"
    adds Wiring.app --program || fail "$case: it fails" "$folder/output"
    checks || fail "$case: check-graph fails" "$folder/output"
    says "The graph has no fault (500 registrations)."

    case="a test of the program's graphs"
    cat >>"$shop/Package.swift" <<'SWIFT'
for target in manifest.targets where target.name == "AppTests" { target.dependencies += ["graph-check"] }
SWIFT
    cat >"$shop/Tests/AppTests/AppTests.swift" <<'SWIFT'
import ArmoryTesting
import Testing
@testable import graph_check

@Test func graphOfTheProgram() async throws { try await expectValid { CheckGraph.graphs } }
SWIFT
    tests AppTests || fail "$case: the test fails" "$folder/output"
    says "Test graphOfTheProgram() passed"

    case="a plugin for the program"
    adds Wiring.app --plugin || fail "$case: it fails" "$folder/output"
    says "The price: SwiftPM compiles the program of a plugin, with all that it depends on, separately"
    sound "$case"
    says "The graph has no fault (500 registrations)."
    adds Wiring.app --plugin || fail "$case: it fails the second time" "$folder/output"
    says "Nothing was changed."
}
