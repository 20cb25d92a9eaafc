// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "chat",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "chat", targets: ["chat"])],
    dependencies: [
        .package(name: "armory", path: "../..", traits: ["ServiceLifecycle"]),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "ChatCore",
            dependencies: [
                .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryRequests", package: "armory"),
                .product(name: "ArmoryServiceLifecycle", package: "armory"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(name: "chat", dependencies: ["ChatCore"]),
        // The executable is a dependency because a test runs it as a child process.
        .testTarget(
            name: "ChatTests",
            dependencies: [
                "ChatCore", "chat",
                .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryRequests", package: "armory"),
                .product(name: "ArmoryServiceLifecycle", package: "armory"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
