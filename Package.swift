// swift-tools-version: 6.3

import PackageDescription

// Every hash is inlined, so nothing of libxxhash need be linked. Its pkg-config file would add the link flag; Linux has the
// header where the compiler looks, and Homebrew's place is known by pkg-config alone.
#if os(Linux)
let xxhashPackage: String? = nil
#else
let xxhashPackage: String? = "libxxhash"
#endif

let package = Package(
    name: "armory",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Armory", targets: ["Armory"]),
        .executable(name: "bench", targets: ["bench"]),
    ],
    targets: [
        .systemLibrary(
            name: "CXXHash",
            path: "CModules/CXXHash",
            pkgConfig: xxhashPackage,
            providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]
        ),
        .target(
            name: "CPlatform",
            path: "CModules/CPlatform",
            cSettings: [
                .define("_GNU_SOURCE"),
                .enableWarning("all"),
                .enableWarning("extra"),
                .treatAllWarnings(as: .error),
            ]
        ),
        .target(name: "Armory", dependencies: ["CXXHash", "CPlatform"]),
        .executableTarget(
            name: "bench", dependencies: ["Armory"], path: "Benchmarks", exclude: ["budgets.sh", "compile-time.sh"]),
        .target(name: "ArmoryTestSupport", dependencies: ["Armory"], path: "Tests/ArmoryTestSupport"),
        .testTarget(name: "ArmoryTests", dependencies: ["Armory", "ArmoryTestSupport"], exclude: ["DoesNotCompile"]),
        .testTarget(name: "ArmoryStressTests", dependencies: ["Armory", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryModelTests", dependencies: ["Armory", "ArmoryTestSupport"]),
        .testTarget(name: "ArmoryPerformanceTests", dependencies: ["bench", "ArmoryTestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// One list of settings for every Swift target, so that none can miss one.
for target in package.targets where target.type != .system && target.name != "CPlatform" {
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
        .treatWarning("ExplicitSendable", as: .error),  // every public type says whether it is Sendable
        .define("ARMORY_INTERNAL_CHECKS", .when(configuration: .debug)),
    ]
}
