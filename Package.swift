// swift-tools-version: 6.3

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

let package = Package(
    name: "armory",
    platforms: [.macOS(.v15)],
    // No program is among them: a package with a plugin that runs a program of its own builds those of its dependencies too.
    products: [
        .library(name: "Armory", targets: ["Armory"]),
        .library(name: "ArmoryTesting", targets: ["ArmoryTesting"]),
        .library(name: "ArmoryEasyDi", targets: ["ArmoryEasyDi"]),
        .library(name: "ArmoryResolver", targets: ["ArmoryResolver"]),
        .library(name: "ArmoryInjection", targets: ["ArmoryInjection"]),
        .library(name: "ArmorySwinject", targets: ["ArmorySwinject"]),
        .library(name: "ArmoryFactory", targets: ["ArmoryFactory"]),
        .library(name: "ArmoryFactoryTesting", targets: ["ArmoryFactoryTesting"]),
        .library(name: "ArmoryServiceLifecycle", targets: ["ArmoryServiceLifecycle"]),
        .library(name: "ArmoryRequests", targets: ["ArmoryRequests"]),
        .library(name: "ArmoryHummingbird", targets: ["ArmoryHummingbird"]),
        .library(name: "ArmoryGRPC", targets: ["ArmoryGRPC"]),
        .library(name: "ArmoryConfiguration", targets: ["ArmoryConfiguration"]),
        .library(name: "ArmoryLogging", targets: ["ArmoryLogging"]),
        .library(name: "ArmoryMetrics", targets: ["ArmoryMetrics"]),
        .library(name: "ArmoryTracing", targets: ["ArmoryTracing"]),
        .library(name: "ArmoryDiagrams", targets: ["ArmoryDiagrams"]),
        .library(name: "ArmoryHealth", targets: ["ArmoryHealth"]),
        .library(name: "ArmoryCheck", targets: ["ArmoryCheck"]),
        .library(name: "ArmoryCommand", targets: ["ArmoryCommand"]),
        .library(name: "ArmoryInspector", targets: ["ArmoryInspector"]),
        .plugin(name: "CheckGraphCommand", targets: ["CheckGraphCommand"]),
        .plugin(name: "AddGraphCheck", targets: ["AddGraphCheck"]),
    ],
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
    ],
    targets: [
        .systemLibrary(
            name: "CXXHash",
            path: "CModules/CXXHash",
            pkgConfig: xxhashPackage,
            providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]
        ),
        .target(
            name: "CCore",
            dependencies: ["CXXHash"],
            path: "CModules/CCore",
            cSettings: [
                .define("_GNU_SOURCE"),
                // Its mutexes look for mistakes in debug alone.
                .define("NDEBUG", .when(configuration: .release)),
                .enableWarning("all"),
                .enableWarning("extra"),
                .treatAllWarnings(as: .error),
            ]
        ),
        // The engine. It knows no feature.
        .target(name: "ArmoryCore", dependencies: ["CCore"], path: "Sources/Core"),
        .target(name: "Armory", dependencies: ["ArmoryCore", "CCore"]),
        // What the libraries with an API of their own share.
        .target(name: "ArmoryRegistry", dependencies: ["Armory", "ArmoryCore", "CCore"], path: "Sources/Registry"),
        .target(name: "ArmoryTesting", dependencies: ["Armory"]),
        // Each has the API of another library, on this one's engine.
        .target(name: "ArmoryEasyDi", dependencies: ["Armory", "ArmoryCore", "ArmoryRegistry"]),
        .target(name: "ArmoryResolver", dependencies: ["Armory", "ArmoryCore", "ArmoryRegistry"]),
        .target(name: "ArmoryInjection", dependencies: ["Armory", "ArmoryCore", "ArmoryRegistry"]),
        .target(name: "ArmorySwinject", dependencies: ["Armory", "ArmoryCore", "ArmoryRegistry"]),
        .target(name: "ArmoryFactory", dependencies: ["Armory", "ArmoryCore", "ArmoryRegistry"]),
        .target(name: "ArmoryFactoryTesting", dependencies: ["ArmoryFactory"]),
        .target(
            name: "ArmoryServiceLifecycle",
            dependencies: [
                "Armory",
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
                .product(
                    name: "UnixSignals", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
            ]
        ),
        .target(name: "ArmoryRequests", dependencies: ["Armory", "ArmoryCore"]),
        .target(
            name: "ArmoryHummingbird",
            dependencies: [
                "Armory", "ArmoryHealth", "ArmoryLogging", "ArmoryRequests",
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Hummingbird"])),
            ]
        ),
        .target(
            name: "ArmoryGRPC",
            dependencies: [
                "Armory", "ArmoryLogging", "ArmoryRequests", "ArmoryServiceLifecycle",
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["GRPC"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["GRPC"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["GRPC"])),
            ]
        ),
        .target(
            name: "ArmoryConfiguration",
            dependencies: [
                "Armory",
                .product(
                    name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"])),
            ]
        ),
        .target(
            name: "ArmoryLogging",
            dependencies: [
                "Armory", .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
            ]
        ),
        .target(
            name: "ArmoryMetrics",
            dependencies: [
                "ArmoryHealth",
                "Armory", .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
            ]
        ),
        .target(
            name: "ArmoryTracing",
            dependencies: [
                "Armory",
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
            ]
        ),
        .target(name: "ArmoryDiagrams", dependencies: ["Armory"]),
        .target(name: "ArmoryHealth", dependencies: ["Armory"]),
        .target(name: "ArmoryCheck", dependencies: ["Armory", "ArmoryDiagrams"]),
        .target(
            name: "ArmoryCommand",
            dependencies: [
                "Armory", "ArmoryDiagrams",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
            ]
        ),
        .target(
            name: "ArmoryInspector",
            dependencies: [
                "Armory", "ArmoryDiagrams",
                "ArmoryHealth",
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Inspector"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Inspector"])),
            ],
            resources: [.embedInCode("Page")]
        ),
        .plugin(
            name: "CheckGraphCommand",
            capability: .command(
                intent: .custom(verb: "check-graph", description: "Checks the graph of the application.")),
            path: "Sources/Plugins/CheckGraphCommand"),
        .plugin(
            name: "AddGraphCheck",
            capability: .command(
                intent: .custom(
                    verb: "add-graph-check", description: "Adds a check of the graph to the build of an application."),
                permissions: [
                    .writeToPackageDirectory(
                        reason: "It writes the check and a plugin, and adds both to Package.swift.")
                ]),
            path: "Sources/Plugins/AddGraphCheck"),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Armory", "ArmoryEasyDi", "ArmoryFactory", "ArmoryInjection", "ArmoryResolver", "ArmorySwinject",
            ],
            path: "Benchmarks",
            exclude: [
                "Client", "Configuration", "Costs", "Others", "bench.budgets", "budgets.sh", "check-costs.sh",
                "costs.sh",
                "count.sh",
            ]),
        .target(name: "CoreRegistering", dependencies: ["ArmoryCore"], path: "Tests/CoreRegistering"),
        .target(name: "ArmoryTestSupport", dependencies: ["Armory", "ArmoryCore"], path: "Tests/ArmoryTestSupport"),
        .testTarget(
            name: "ArmoryTests",
            dependencies: [
                "Armory", "ArmoryLogging", "ArmoryRequests", "ArmoryServiceLifecycle", "ArmoryTesting",
                "ArmoryTestSupport",
            ],
            exclude: ["DoesNotCompile", "Clients/Programs"]),
        .testTarget(name: "ArmoryStressTests", dependencies: ["Armory", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryCoreTests", dependencies: ["ArmoryCore", "CoreRegistering", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryRegistryTests", dependencies: ["ArmoryCore", "ArmoryRegistry", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryTestingTests", dependencies: ["Armory", "ArmoryTesting", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryHealthTests", dependencies: ["Armory", "ArmoryHealth", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryCheckTests", dependencies: ["Armory", "ArmoryCheck", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryDiagramsTests", dependencies: ["Armory", "ArmoryDiagrams", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryEasyDiTests", dependencies: ["ArmoryEasyDi", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryResolverTests", dependencies: ["Armory", "ArmoryResolver", "ArmoryTestSupport"]),
        .testTarget(name: "ArmorySwinjectTests", dependencies: ["Armory", "ArmorySwinject", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryInjectionTests", dependencies: ["Armory", "ArmoryInjection", "ArmoryTestSupport"]),
        .testTarget(
            name: "ArmoryFactoryTests",
            dependencies: ["Armory", "ArmoryFactory", "ArmoryFactoryTesting", "ArmoryTestSupport"]),
        // Code as it was written for the libraries, in their language's mode.
        .testTarget(
            name: "Swift5ModeTests",
            dependencies: [
                "ArmoryEasyDi", "ArmoryFactory", "ArmoryInjection", "ArmoryResolver", "ArmorySwinject",
                "ArmoryTestSupport",
            ]),
        // Nothing is in it but with the packages' traits: make test-integrations.
        .testTarget(
            name: "ArmoryIntegrationTests",
            dependencies: [
                "Armory", "ArmoryCommand", "ArmoryConfiguration", "ArmoryDiagrams", "ArmoryFactory", "ArmoryGRPC",
                "ArmoryHealth", "ArmoryHummingbird", "ArmoryInspector", "ArmoryLogging", "ArmoryMetrics",
                "ArmoryRequests", "ArmoryServiceLifecycle", "ArmorySwinject", "ArmoryTestSupport", "ArmoryTracing",
                "command-probe", "service-probe",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Command"])),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])
                ),
                .product(
                    name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"])),
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["GRPC"])),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2", condition: .when(traits: ["GRPC"])),
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
                .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Logging"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Inspector"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
            ]
        ),
        .executableTarget(
            name: "service-probe",
            dependencies: [
                "Armory", "ArmoryServiceLifecycle",
                "ArmoryHealth", "ArmoryHummingbird",
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
                .product(
                    name: "UnixSignals", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
            ],
            path: "Tests/ServiceProbe"
        ),
        .executableTarget(
            name: "command-probe", dependencies: ["Armory", "ArmoryCommand"], path: "Tests/CommandProbe"),
        .testTarget(name: "ArmoryPerformanceTests", dependencies: ["bench", "ArmoryTestSupport"]),
    ],
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
        let parts = file.split(separator: "/", maxSplits: 1).map(String.init)
        package.targets.first { $0.name == parts[0] }?.exclude.append(parts[1])
    }
}

// One list of settings for every Swift target, so that none can miss one.
for target in package.targets
where ![.system, .plugin].contains(target.type) && target.name != "CCore" {
    guard target.name != "Swift5ModeTests" else {
        target.swiftSettings = [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
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
        .treatAllWarnings(as: .error),  // SE-0480
        .treatWarning("DeprecatedDeclaration", as: .warning),
    ]
    // Every public type says whether it is Sendable. `Assembly`, `ModuleBuilder` and `XCContainerTestCase` must not: in Swift 5
    // mode, either answer makes warnings for their subclasses.
    // Code for Swinject marks its uses of `Container` and others by itself.
    if !["ArmoryEasyDi", "ArmoryFactoryTesting", "ArmoryInjection", "ArmorySwinject"].contains(target.name) {
        target.swiftSettings?.append(.treatWarning("ExplicitSendable", as: .error))
    }
    if target.name == "ArmoryCore" { target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes")) }
    if target.name == "Armory" {
        target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes"))
        // Optimised for size: clients build it faster, into smaller programs. What a resolve often passes is in the core, which is
        // optimised for speed. SwiftPM accepts the flag in a dependency whose tools version is 6.2 or later.
        target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
    }
}
