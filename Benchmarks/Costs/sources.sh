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

# wiring FORM COUNT: one file that registers that many connected types: dictionary, closures, autowired, or as users of a
# drop-in write it, swinject or factory
wiring() {
    local n
    case $1 in
    dictionary) registry ;;
    swinject) echo "public import ArmorySwinject" ;;
    factory) echo "public import ArmoryFactory" ;;
    *) echo "public import Armory" ;;
    esac
    connected_types "$2"
    case $1 in
    dictionary) echo "public func fill(_ registry: Registry) {" ;;
    swinject) echo "public func fill(_ container: Container) {" ;;
    factory) echo "extension Container {" ;;
    esac
    for ((n = 0; n < $2; n++)); do
        # The container's registrations are in modules of 50.
        case $1:$((n % 50)) in closures:0 | autowired:0) echo "public func module$((n / 50))() -> Module { Module {" ;; esac
        case $1:$((n < 2)) in
        dictionary:1) echo "    registry.add((any P$n).self) { _ in S$n() }" ;;
        dictionary:0) echo "    registry.add((any P$n).self) { S$n(a: \$0(), b: \$0()) }" ;;
        closures:1) echo "    Singleton((any P$n).self) { S$n() }" ;;
        closures:0) echo "    Singleton((any P$n).self) { S$n(a: try \$0(), b: try \$0()) }" ;;
        autowired:*) echo "    Singleton((any P$n).self, S$n.init)" ;;
        swinject:1) echo "    container.register((any P$n).self) { _ in S$n() }.inObjectScope(.container)" ;;
        swinject:0)
            echo "    container.register((any P$n).self) { r in S$n(a: r.resolve((any P$((n / 2))).self)!, b: r.resolve((any P$((n / 3))).self)!) }.inObjectScope(.container)"
            ;;
        factory:1) echo "    public var p$n: Factory<any P$n> { self { S$n() }.cached }" ;;
        factory:0) echo "    public var p$n: Factory<any P$n> { self { S$n(a: self.p$((n / 2))(), b: self.p$((n / 3))()) }.cached }" ;;
        esac
        case $1 in closures | autowired) if ((n % 50 == 49 || n + 1 == $2)); then echo "} }"; fi ;; esac
    done
    case $1 in dictionary | swinject | factory) echo "}" ;; esac
}

# client PATH: a package in this folder that depends on the library at PATH
client() {
    mkdir -p Sources/hello Sources/hello-by-hand
    cat >Package.swift <<SWIFT
// swift-tools-version: 6.3
import PackageDescription

let armory: [Target.Dependency] = [.product(name: "Armory", package: "armory")]
let package = Package(
    name: "client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "armory", path: "$1")],
    targets: [
        .executableTarget(name: "hello", dependencies: armory),
        .executableTarget(name: "hello-by-hand"),
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
}
