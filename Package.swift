// swift-tools-version: 6.3

import CompilerPluginSupport
import PackageDescription

// Every hash is inlined, so nothing of libxxhash need be linked. Its pkg-config file would add the link flag; Linux has the
// header where the compiler looks, and Homebrew's place is known by pkg-config alone.
#if os(Linux)
let xxhashPackage: String? = nil
#else
let xxhashPackage: String? = "libxxhash"
#endif

/// Whether the integration tests are built, as `make test-integrations` does.
let testsIntegrations = Context.environment["ARMORY_TEST_TARGETS"]?.contains("ArmoryIntegrationTests") == true

/// Whether the tests of the macros are built.
let testsMacros = Context.environment["ARMORY_TEST_TARGETS"]?.contains("ArmoryMacros") == true

/// Whether a warning is an error: in builds by make.
///
/// Swift Build, which is Swift 6.4's and Xcode's, suppresses the warnings of a dependency, and refuses settings of warnings beside that:
/// https://github.com/swiftlang/swift-package-manager/issues/10192
let warningsAreErrors = Context.environment["ARMORY_WARNINGS"] == "errors"

// The rooms of the house, the ground floor first; each names only what is above it in this list.
//
//     CModules    the hash and table, pthreads, clock            Sources/DropIns    five libraries' APIs on the registry
//     Sources/Core       the engine                              Sources/Server     requests, services, and what servers are built with
//     Sources/Armory     registrations, modules, features        Sources/Tools      pictures, checks, commands, the inspector, tests
//     Sources/Registry   what the drop-ins share                 Tests              in the same rooms

/// A target of a room: `Armory` and the last part of its folder is its name.
///
/// - Parameters:
///   - products: Products of other packages, as `package/Product`.
///   - trait: The trait that has these packages fetched.
func target(
    _ folder: String, _ name: String? = nil, on targets: [String], _ products: [String] = [], trait: String? = nil,
    isTest: Bool = false, exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
    let dependencies =
        targets.map { Target.Dependency.byName(name: $0) } + products.map { product($0, trait: trait ?? "") }
    let last = String(folder.split(separator: "/").last!)
    let name = name ?? (last == "Armory" ? "" : "Armory") + last + (isTest ? "Tests" : "")
    return isTest
        ? .testTarget(name: name, dependencies: dependencies, path: "Tests/\(folder)", exclude: exclude)
        : .target(
            name: name, dependencies: dependencies, path: "Sources/\(folder)", exclude: exclude, resources: resources)
}

/// A product of another package, as `package/Product`, which is fetched only with a trait.
func product(_ product: String, trait: String) -> Target.Dependency {
    let parts = product.split(separator: "/").map(String.init)
    return .product(name: parts[1], package: parts[0], condition: .when(traits: [trait]))
}

func testTarget(_ folder: String, _ name: String? = nil, on targets: [String], exclude: [String] = []) -> Target {
    target(folder, name, on: targets + ["ArmoryTestSupport"], isTest: true, exclude: exclude)
}

/// A command of `swift package`.
func plugin(_ name: String, _ verb: String, _ description: String, _ permissions: [PluginPermission] = []) -> Target {
    .plugin(
        name: name,
        capability: .command(intent: .custom(verb: verb, description: description), permissions: permissions),
        path: "Sources/Tools/Plugins/\(name)")
}

let engine: [Target] = [
    .systemLibrary(
        name: "CXXHash", path: "CModules/CXXHash", pkgConfig: xxhashPackage,
        providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    .target(
        name: "CCore", dependencies: ["CXXHash"], path: "CModules/CCore",
        cSettings: [
            .define("_GNU_SOURCE"),
            // Its mutexes look for mistakes in debug alone.
            .define("NDEBUG", .when(configuration: .release)),
        ] + (warningsAreErrors ? [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)] : [])),
    // It knows no feature.
    target("Core", on: ["CCore"]),
    target("Armory", on: ["ArmoryCore", "CCore"]),
]

let dropIns: [Target] =
    [target("Registry", on: ["Armory", "ArmoryCore", "CCore"])]
    + ["EasyDi", "Resolver", "Injection", "Swinject", "Factory"].map {
        target("DropIns/\($0)", on: ["Armory", "ArmoryCore", "ArmoryRegistry"])
    }
    + [target("DropIns/FactoryTesting", on: ["ArmoryFactory"])]

let server: [Target] = [
    target("Server/Requests", on: ["Armory", "ArmoryCore"], ["swift-log/Logging"], trait: "Logging"),
    target("Server/Health", on: ["Armory"]),
    target("Server/Logging", on: ["Armory"], ["swift-log/Logging"], trait: "Logging"),
    target("Server/Metrics", on: ["Armory", "ArmoryHealth"], ["swift-metrics/Metrics"], trait: "Metrics"),
    target("Server/Tracing", on: ["Armory"], ["swift-distributed-tracing/Tracing"], trait: "Tracing"),
    target("Server/Configuration", on: ["Armory"], ["swift-configuration/Configuration"], trait: "Configuration"),
    target(
        "Server/ServiceLifecycle", on: ["Armory"],
        ["swift-service-lifecycle/ServiceLifecycle", "swift-service-lifecycle/UnixSignals", "swift-log/Logging"],
        trait: "ServiceLifecycle"),
    target(
        "Server/Hummingbird", on: ["Armory", "ArmoryHealth", "ArmoryLogging", "ArmoryRequests"],
        ["hummingbird/Hummingbird", "hummingbird/HummingbirdCore", "swift-log/Logging"], trait: "Hummingbird"),
    target(
        "Server/GRPC", on: ["Armory", "ArmoryLogging", "ArmoryRequests", "ArmoryServiceLifecycle"],
        ["grpc-swift-2/GRPCCore", "swift-log/Logging", "swift-service-lifecycle/ServiceLifecycle"], trait: "GRPC"),
]

let tools: [Target] = [
    target("Tools/Diagrams", on: ["Armory"]),
    target("Tools/Check", on: ["Armory", "ArmoryDiagrams"]),
    target("Tools/Testing", on: ["Armory", "ArmoryCheck"]),
    target(
        "Tools/Command", on: ["Armory", "ArmoryDiagrams"], ["swift-argument-parser/ArgumentParser"], trait: "Command"),
    target(
        "Tools/Inspector", on: ["Armory", "ArmoryDiagrams", "ArmoryHealth"],
        ["hummingbird/Hummingbird", "swift-nio/NIOCore"], trait: "Inspector", resources: [.embedInCode("Page")]),
]

/// The macros, and the program that expands them.
///
/// Without the trait, no client compiles the program or its packages.
let macros: [Target] = [
    .target(
        name: "ArmoryMacros",
        dependencies: ["Armory", .byName(name: "ArmoryMacrosPlugin", condition: .when(traits: ["Macros"]))],
        path: "Sources/Tools/Macros"),
    .macro(
        name: "ArmoryMacrosPlugin",
        dependencies: [
            "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
            "SwiftSyntaxMacros",
        ].map { product("swift-syntax/\($0)", trait: "Macros") },
        path: "Sources/Tools/MacrosPlugin"),
]

let plugins: [Target] = [
    plugin("CheckGraphCommand", "check-graph", "Checks the graph of the application."),
    plugin(
        "AddGraphCheck", "add-graph-check", "Adds a check of the graph: a test, or a program.",
        [.writeToPackageDirectory(reason: "It writes the check, and adds it to Package.swift.")]),
]

let benchmarks: Target = .executableTarget(
    name: "bench",
    dependencies: ["Armory", "ArmoryEasyDi", "ArmoryFactory", "ArmoryInjection", "ArmoryResolver", "ArmorySwinject"],
    path: "Benchmarks",
    exclude: [
        "Client", "Configuration", "Costs", "Others", "bench.budgets", "budgets.sh", "check-costs.sh", "costs.sh",
        "count.sh", "macro-costs.sh",
    ])

let tests: [Target] = [
    .target(name: "ArmoryTestSupport", dependencies: ["Armory", "ArmoryCore"], path: "Tests/Support"),
    .target(name: "CoreRegistering", dependencies: ["ArmoryCore"], path: "Tests/CoreSupport"),
    testTarget("Core", on: ["ArmoryCore", "CoreRegistering"]),
    testTarget(
        "Armory", "ArmoryTests",
        on: ["Armory", "ArmoryLogging", "ArmoryRequests", "ArmoryServiceLifecycle", "ArmoryTesting"],
        exclude: ["DoesNotCompile", "Clients/Programs"]),
    testTarget("Stress", on: ["Armory"]),
    testTarget("Performance", on: ["bench"]),
    testTarget("Registry", on: ["ArmoryCore", "ArmoryRegistry"]),
    testTarget("DropIns/EasyDi", on: ["ArmoryEasyDi"]),
    testTarget("DropIns/Resolver", on: ["Armory", "ArmoryResolver"]),
    testTarget("DropIns/Swinject", on: ["Armory", "ArmorySwinject"]),
    testTarget("DropIns/Injection", on: ["Armory", "ArmoryInjection"]),
    testTarget("DropIns/Factory", on: ["Armory", "ArmoryFactory", "ArmoryFactoryTesting"]),
    // Code as it was written for the libraries, in their language's mode.
    testTarget(
        "DropIns/Swift5Mode",
        on: ["ArmoryEasyDi", "ArmoryFactory", "ArmoryInjection", "ArmoryResolver", "ArmorySwinject"]),
    testTarget("Server/Health", on: ["Armory", "ArmoryHealth"]),
    testTarget("Tools/Testing", on: ["Armory", "ArmoryCheck", "ArmoryTesting"]),
    testTarget("Tools/Check", on: ["Armory", "ArmoryCheck", "ArmoryTesting"]),
    testTarget("Tools/Diagrams", on: ["Armory", "ArmoryDiagrams"]),
]

/// Nothing is in them but with the packages' traits: make test-integrations.
let integrations: [Target] = [
    .testTarget(
        name: "ArmoryIntegrationTests",
        dependencies: [
            "Armory", "ArmoryCommand", "ArmoryConfiguration", "ArmoryDiagrams", "ArmoryFactory", "ArmoryGRPC",
            "ArmoryHealth", "ArmoryHummingbird", "ArmoryInspector", "ArmoryLogging", "ArmoryMetrics", "ArmoryRequests",
            "ArmoryServiceLifecycle", "ArmorySwinject", "ArmoryTestSupport", "ArmoryTracing", "ServerStandIns",
            "command-probe", "service-probe",
            product("swift-argument-parser/ArgumentParser", trait: "Command"),
            product("swift-metrics/MetricsTestKit", trait: "Metrics"),
            product("swift-distributed-tracing/InMemoryTracing", trait: "Tracing"),
            product("swift-configuration/Configuration", trait: "Configuration"),
            product("grpc-swift-2/GRPCCore", trait: "GRPC"),
            product("grpc-swift-2/GRPCInProcessTransport", trait: "GRPC"),
            product("hummingbird/Hummingbird", trait: "Hummingbird"),
            product("hummingbird/HummingbirdTesting", trait: "Hummingbird"),
            product("swift-log/InMemoryLogging", trait: "Logging"),
            product("swift-nio/NIOCore", trait: "Inspector"),
            product("swift-log/Logging", trait: "Logging"),
            product("swift-service-lifecycle/ServiceLifecycle", trait: "ServiceLifecycle"),
        ],
        path: "Tests/Server/Integration"),
    // For packages that the tests cannot have.
    .target(
        name: "ServerStandIns",
        dependencies: ["ArmoryTestSupport", product("swift-log/Logging", trait: "Logging")],
        path: "Tests/Server/StandIns"),
    .executableTarget(
        name: "service-probe",
        dependencies: [
            "Armory", "ArmoryServiceLifecycle", "ArmoryHealth", "ArmoryHummingbird",
            product("hummingbird/Hummingbird", trait: "Hummingbird"),
            product("swift-service-lifecycle/UnixSignals", trait: "ServiceLifecycle"),
            product("swift-log/Logging", trait: "ServiceLifecycle"),
            product("swift-service-lifecycle/ServiceLifecycle", trait: "ServiceLifecycle"),
        ],
        path: "Tests/Server/ServiceProbe"),
    .executableTarget(
        name: "command-probe", dependencies: ["Armory", "ArmoryCommand"], path: "Tests/Server/CommandProbe"),
]

/// Only `make test-macros` has them: SwiftPM builds all tests of a package that tests a macro for the host, and with them the library a
/// second time.
let macroTests: [Target] = [
    testTarget("Tools/Macros", on: ["Armory", "ArmoryMacros"]),
    .testTarget(
        name: "ArmoryMacrosPluginTests",
        dependencies: ["ArmoryMacrosPlugin"]
            + ["SwiftSyntaxMacros", "SwiftSyntaxMacrosGenericTestSupport", "SwiftSyntaxMacrosTestSupport"].map {
                product("swift-syntax/\($0)", trait: "Macros")
            },
        path: "Tests/Tools/MacrosPlugin"),
]

let package = Package(
    name: "armory",
    platforms: [.macOS(.v15)],
    // No program is among them: a package with a plugin that runs a program of its own builds those of its dependencies too.
    products: ([engine.last!] + dropIns.dropFirst() + server + tools + macros.prefix(1)).map {
        .library(name: $0.name, targets: [$0.name])
    }
        + plugins.map { .plugin(name: $0.name, targets: [$0.name]) },
    // Each makes one more product work, and has the packages fetched that it is built on. Without any, nothing is fetched.
    traits: [
        .trait(
            name: "ServiceLifecycle", description: "ArmoryServiceLifecycle: singletons that are services run in order."),
        .trait(
            name: "Hummingbird", description: "ArmoryHummingbird: a scope for each request.", enabledTraits: ["Logging"]
        ),
        .trait(
            name: "GRPC", description: "ArmoryGRPC: a scope for each call.",
            enabledTraits: ["Logging", "ServiceLifecycle"]
        ),
        .trait(name: "Configuration", description: "ArmoryConfiguration: configuration values as registrations."),
        .trait(name: "Logging", description: "ArmoryLogging: loggers as registrations, and events in the log."),
        .trait(name: "Metrics", description: "ArmoryMetrics: events as counters and timers."),
        .trait(name: "Tracing", description: "ArmoryTracing: slow factories and scopes as spans."),
        .trait(name: "Command", description: "ArmoryCommand: a command that looks at a container."),
        .trait(name: "Inspector", description: "ArmoryInspector: a page that shows a running container."),
        .trait(name: "Macros", description: "ArmoryMacros: macros that write registrations."),
    ],
    dependencies: [
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            // A program that reads files names these traits itself. The tests do.
            traits: testsIntegrations ? ["JSON", "Reloading"] : []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // A wide range, because a program has one version for all its macros. The page Macros lists the tested versions.
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
    ],
    targets: engine + dropIns + server + tools + macros + plugins + [benchmarks] + tests + integrations
        + (testsMacros ? macroTests : []),
    swiftLanguageModes: [.v6]
)

// SwiftPM compiles every test target, also where a filter runs a few tests. ARMORY_TEST_TARGETS="ArmoryStressTests" leaves out the
// other test targets, and what only they need: a build under a sanitizer takes half the time.
if let wanted = Context.environment["ARMORY_TEST_TARGETS"], !wanted.isEmpty {
    var kept = Set(wanted.split(separator: " ").map(String.init))
    // A target's dependencies may come before it or after it, so they are followed until none is new.
    var count = 0
    while count < kept.count {
        count = kept.count
        for target in package.targets where kept.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies { kept.insert(name) }
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { !kept.contains($0.name) }
    // A package that no target names would be fetched, whatever the traits.
    let named = Set(
        package.targets.flatMap(\.dependencies).compactMap { dependency -> String? in
            if case .productItem(_, let package, _, _) = dependency { package } else { nil }
        })
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return !named.contains { location.hasSuffix("/\($0)") }
    }
    // The optimiser takes minutes for the tests of one target, so files of tests that do not run are left out too.
    for file in (Context.environment["ARMORY_TESTS_LEFT_OUT"] ?? "").split(separator: " ") {
        let path = "Tests/\(file)"
        guard let owner = package.targets.first(where: { path.hasPrefix(($0.path ?? "") + "/") }) else { continue }
        owner.exclude.append(String(path.dropFirst(owner.path!.count + 1)))
    }
}

// One list of settings for every Swift target, so that none can miss one.
for target in package.targets
where ![.system, .plugin].contains(target.type) && target.name != "CCore" {
    guard target.name != "ArmorySwift5ModeTests" else {
        target.swiftSettings = [.swiftLanguageMode(.v5)] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
        continue
    }
    target.swiftSettings = [
        .strictMemorySafety(),  // SE-0458: every unsafe use is marked and reviewed
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
        .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
        .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
    ]
    if warningsAreErrors {
        target.swiftSettings? += [.treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning)]
    }
    // Every public type says whether it is Sendable. `Assembly`, `ModuleBuilder` and `XCContainerTestCase` must not: in Swift 5
    // mode, either answer makes warnings for their subclasses.
    // Code for Swinject marks its uses of `Container` and others by itself.
    if warningsAreErrors,
        !["ArmoryEasyDi", "ArmoryFactoryTesting", "ArmoryInjection", "ArmorySwinject"].contains(target.name)
    {
        target.swiftSettings?.append(.treatWarning("ExplicitSendable", as: .error))
    }
    if target.name == "ArmoryCore" { target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes")) }
    if target.name == "Armory" {
        // Optimised for size: clients build it faster, into smaller programs. What a resolve often passes is in the core, which is
        // optimised for speed. SwiftPM accepts the flag in a dependency whose tools version is 6.2 or later.
        target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
    }
}
