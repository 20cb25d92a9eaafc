// swift-tools-version: 6.3

// Reads of live settings, in a separate package: they need a trait that the other benchmarks do not use.
//
//     swift build -c release --package-path Benchmarks/Configuration
//     built=$(swift build -c release --package-path Benchmarks/Configuration --show-bin-path)
//     Benchmarks/count.sh "$built/live-bench" Benchmarks/Configuration/live.budgets

import PackageDescription

let package = Package(
    name: "live-bench",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "armory", path: "../..", traits: ["Configuration"]),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "live-bench",
            dependencies: [
                .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryConfiguration", package: "armory"),
                .product(name: "Configuration", package: "swift-configuration"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
