# The generated sources that Benchmarks/costs.sh compiles. A file of functions, each of which prints Swift code.
#
# Each type is registered and needed under a protocol that is not class-bound, as in most programs:
#
#     public protocol P7: Sendable {}
#     public final class S7: P7 { … }

# registry: what programs without a container have, closures in a dictionary
registry() {
    cat <<'SWIFT'
public final class Registry {
    private var factories: [ObjectIdentifier: (Registry) -> Any] = [:]
    public init() {}
    public func callAsFunction<T>(_ type: T.Type = T.self) -> T { factories[ObjectIdentifier(type)]!(self) as! T }
    public func add<T>(_ type: T.Type, _ factory: @escaping (Registry) -> T) { factories[ObjectIdentifier(type)] = factory }
}
SWIFT
}

# connected_types COUNT: from the third on, each type needs two of those before it
connected_types() {
    local n
    for ((n = 0; n < $1; n++)); do
        echo "public protocol P$n: Sendable {}"
        if ((n < 2)); then
            echo "public final class S$n: P$n { public init() {} }"
        else
            echo "public final class S$n: P$n { let a: any P$((n / 2)); let b: any P$((n / 3)); public init(a: any P$((n / 2)), b: any P$((n / 3))) { self.a = a; self.b = b } }"
        fi
    done
}

# wiring FORM COUNT: one file that registers that many connected types: dictionary, closures or autowired
wiring() {
    local n
    case $1 in dictionary) registry ;; *) echo "public import Armory" ;; esac
    connected_types "$2"
    case $1 in dictionary) echo "public func fill(_ registry: Registry) {" ;; esac
    for ((n = 0; n < $2; n++)); do
        # The container's registrations are in modules of 50.
        if [ "$1" != dictionary ] && ((n % 50 == 0)); then echo "public func module$((n / 50))() -> Module { Module {"; fi
        case $1:$((n < 2)) in
        dictionary:1) echo "    registry.add((any P$n).self) { _ in S$n() }" ;;
        dictionary:0) echo "    registry.add((any P$n).self) { S$n(a: \$0(), b: \$0()) }" ;;
        closures:1) echo "    Singleton((any P$n).self) { S$n() }" ;;
        closures:0) echo "    Singleton((any P$n).self) { S$n(a: try \$0(), b: try \$0()) }" ;;
        autowired:*) echo "    Singleton((any P$n).self, S$n.init)" ;;
        esac
        if [ "$1" != dictionary ] && ((n % 50 == 49 || n + 1 == $2)); then echo "} }"; fi
    done
    case $1 in dictionary) echo "}" ;; esac
}

# separate_types COUNT
separate_types() {
    local n
    for ((n = 0; n < $1; n++)); do
        echo "public protocol P$n: Sendable {}"
        echo "public final class S$n: P$n { public init() {} }"
    done
}

# groups FORM COUNT: the registrations of that many separate types, in an array of groups of 50: hand, steps or modules
groups() {
    local n group
    case $1 in hand) ;; *) echo "import Armory" ;; esac
    for ((n = 0; n < $2; n++)); do
        group=$((n / 50))
        case $1:$((n % 50)) in
        hand:0) echo "func hand$group(_ registry: Registry) {" ;;
        steps:0) echo "func steps$group(_ container: Container) throws {" ;;
        modules:0) echo "let module$group = Module {" ;;
        esac
        case $1 in
        hand) echo "    registry.add((any P$n).self) { _ in S$n() }" ;;
        steps) echo "    try container.register(Singleton((any P$n).self) { S$n() })" ;;
        modules) echo "    Singleton((any P$n).self) { S$n() }" ;;
        esac
        if ((n % 50 == 49)); then echo "}"; fi
    done
    case $1 in
    hand) echo "let hand: [@Sendable (Registry) -> Void] = [" ;;
    steps) echo "let steps: [@Sendable (Container) throws -> Void] = [" ;;
    modules) echo "let modules: [Module] = [" ;;
    esac
    for ((group = 0; group < $2 / 50; group++)); do
        case $1 in module*) echo "    module$group," ;; *) echo "    $1$group," ;; esac
    done
    echo "]"
}

# client COUNT PATH: a package in this folder that depends on the library at PATH
client() {
    mkdir -p Sources/hello Sources/hello-by-hand Sources/registrations
    cat >Package.swift <<SWIFT
// swift-tools-version: 6.3
import PackageDescription

let armory: [Target.Dependency] = [.product(name: "Armory", package: "armory")]
let package = Package(
    name: "client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "armory", path: "$2")],
    targets: [
        .executableTarget(name: "hello", dependencies: armory),
        .executableTarget(name: "hello-by-hand"),
        .executableTarget(name: "registrations", dependencies: armory),
    ],
    swiftLanguageModes: [.v6]
)
SWIFT
    cat >Sources/hello/main.swift <<'SWIFT'
import Armory

final class Greeter: Sendable { let greeting = "hello, world" }

let container = try Container { Singleton { Greeter() } }
print(try container.resolve(Greeter.self).greeting)
SWIFT
    cat >Sources/hello-by-hand/main.swift <<'SWIFT'
final class Greeter: Sendable { let greeting = "hello, world" }

let greeter = Greeter()
print(greeter.greeting)
SWIFT
    cp "$2/Benchmarks/Harness/Heap.swift" Sources/registrations/Heap.swift
    registry >Sources/registrations/Registry.swift
    separate_types "$1" >Sources/registrations/Types.swift
    for form in hand steps modules; do
        groups $form "$1" >Sources/registrations/$form.swift
    done
    cat >Sources/registrations/main.swift <<'SWIFT'
// usage: registrations WAY COUNT CONTAINERS
//
// Registers that many types in that many containers, one container after the other, and resolves the first type from the
// last container. Prints the growth of the heap by each container, in bytes.
import Armory

let way = CommandLine.arguments[1]
let count = Int(CommandLine.arguments[2])! / 50
var kept: [AnyObject] = []
for _ in 0..<Int(CommandLine.arguments[3])! {
    let before = CommandLine.arguments.count > 4 ? Heap.bytesInUse! : 0
    switch way {
    case "hand":
        let registry = Registry()
        for fill in hand.prefix(count) { fill(registry) }
        kept.append(registry)
    case "steps":
        let container = Container()
        for register in steps.prefix(count) { try register(container) }
        kept.append(container)
    default:
        kept.append(try Container { for module in modules.prefix(count) { module } })
    }
    if before > 0 { print(Heap.bytesInUse! - before) }
}
switch kept.last {
case let registry as Registry: _ = registry((any P0).self)
case let container as Container: _ = try container.resolve((any P0).self)
default: break
}
SWIFT
}
