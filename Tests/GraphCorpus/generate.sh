#!/usr/bin/env bash
# Writes a package with an application of many registrations, the same for the same numbers: several library targets with several
# modules each, a library `Wiring`, the program `graph-check`, and the application `app`, which the check is a part of the
# build of.
#
# usage: generate.sh FOLDER ARMORY REGISTRATIONS MODULES TARGETS [plain]
#
# plain: without the check. Only files that change are written, so that a build after it compiles no more than that.

set -euo pipefail

folder=$1 armory=$(cd "$2" && pwd) registrations=$3 modules=$4 targets=$5 checked=$([ "${6:-}" = plain ] || echo yes)

# put FILE: writes the standard input there, unless the file has it already
put() {
    mkdir -p "$(dirname "$folder/$1")"
    cat >"$folder/$1.new"
    if cmp -s "$folder/$1.new" "$folder/$1"; then rm "$folder/$1.new"; else mv "$folder/$1.new" "$folder/$1"; fi
}

# Type n is in module n / (registrations / modules). It needs an earlier type of its module and one of an earlier module. Every
# seventh lives in the scope of a request; the others need none of those. Every fifth is created anew at each resolve, and every
# eleventh is registered under a protocol.
types() {
    awk -v registrations="$registrations" -v modules="$modules" -v targets="$targets" -v part="$1" '
        function module(n) { return int(n / each) }
        function group(n) { return int(module(n) / (modules / targets)) }
        function type(n) { return n % 11 == 3 ? "any P" n : "T" n }
        function isScoped(n) { return n % 7 == 6 }
        function add(list, n, other) { return isScoped(other) && !isScoped(n) ? list : list == "" ? other : list " " other }
        function needs(n,    list, first, second, before) {
            before = module(n) * each
            first = n - 1 - n % 3
            if (first >= before) list = add(list, n, first)
            second = before > 0 ? (n * 7 + 11) % before : first
            return second == first ? list : add(list, n, second)
        }
        BEGIN {
            each = registrations / modules
            print "package import Armory"
            for (n = 0; n < registrations; n++) if (group(n) == part) {
                count = split(needs(n), list, " ")
                for (i = 1; i <= count; i++) used[group(list[i])] = 1
            }
            for (other = 0; other < part; other++) if (other in used) print "package import Group" other
            print "\npackage enum Group" part " {"
            last = -1
            for (n = 0; n < registrations; n++) if (group(n) == part) {
                if (module(n) != last) {
                    if (last >= 0) print "    }\n"
                    last = module(n)
                    print "    package static let module" last " = Module(\"module " last "\") {"
                }
                kind = isScoped(n) ? "Scoped" : n % 5 == 4 ? "Transient" : "Singleton"
                print "        " kind "(" (n % 11 == 3 ? "(any P" n ").self, " : "") "T" n ".init)"
            }
            print "    }\n}"
            for (n = 0; n < registrations; n++) if (group(n) == part) {
                if (n % 11 == 3) print "\npackage protocol P" n ": Sendable {}"
                print "\npackage final class T" n ": " (n % 11 == 3 ? "P" n : "Sendable") " {"
                count = split(needs(n), list, " ")
                line = ""
                for (i = 1; i <= count; i++) line = line (i > 1 ? ", " : "") "t" list[i] ": " type(list[i])
                print "    package init(" line ") {}\n}"
            }
        }'
}

groups=() names=""
for ((group = 0; group < targets; group++)); do
    types $group | put "Sources/Group$group/Group$group.swift"
    names+="\"Group$group\", "
done

{
    for ((group = 0; group < targets; group++)); do echo "import Group$group"; done
    cat <<'SWIFT'
package import Armory

package enum Wiring {
    package static let app = Module("app") {
SWIFT
    for ((module = 0; module < modules; module++)); do
        echo "        Group$((module / (modules / targets))).module$module"
    done
    printf '    }\n}\n'
} | put Sources/Wiring/Wiring.swift

put Sources/app/main.swift <<'SWIFT'
import Armory
import Wiring

print(try Container { Wiring.app }.conditions.count)
SWIFT

put Sources/graph-check/CheckApp.swift <<'SWIFT'
import Armory
import ArmoryCheck
import Wiring

@main
struct CheckApp: GraphCheck {
    static var graphs: [CheckedGraph] {
        CheckedGraph("app") { Wiring.app }
    }
}
SWIFT

put Plugins/CheckGraph/CheckGraph.swift <<'SWIFT'
import Foundation
import PackagePlugin

@main
struct CheckGraph: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let check = try context.package.targets(named: ["graph-check"])[0]
        let modules = ([check] + check.recursiveTargetDependencies).compactMap(\.sourceModule)
        let stamp = context.pluginWorkDirectoryURL.appending(path: "GraphIsChecked.swift")
        return [
            .buildCommand(
                displayName: "Checking the graph", executable: try context.tool(named: "graph-check").url,
                arguments: ["stamp=\(stamp.path)"]
                    + modules.map { "source=\($0.moduleName)=\($0.directoryURL.path)" },
                outputFiles: [stamp])
        ]
    }
}
SWIFT

{
    cat <<SWIFT
// swift-tools-version: 6.3

import PackageDescription

let armory: Target.Dependency = .product(name: "Armory", package: "armory")

let package = Package(
    name: "generated",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "armory", path: "$armory")],
    targets: [
SWIFT
    before=""
    for ((group = 0; group < targets; group++)); do
        echo "        .target(name: \"Group$group\", dependencies: [${before}armory]),"
        before+="\"Group$group\", "
    done
    echo "        .target(name: \"Wiring\", dependencies: [${names}armory]),"
    if [ -n "$checked" ]; then
        cat <<'SWIFT'
        .executableTarget(
            name: "graph-check", dependencies: ["Wiring", .product(name: "ArmoryCheck", package: "armory")]),
        .plugin(name: "CheckGraph", capability: .buildTool(), dependencies: ["graph-check"]),
        .executableTarget(name: "app", dependencies: ["Wiring"], plugins: ["CheckGraph"]),
SWIFT
    else
        echo '        .executableTarget(name: "app", dependencies: ["Wiring"]),'
        rm -rf "$folder/Sources/graph-check" "$folder/Plugins"
    fi
    printf '    ]\n)\n'
} | put Package.swift
