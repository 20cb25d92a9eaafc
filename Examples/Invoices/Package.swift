// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "invoices",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "invoices", targets: ["invoices"])],
    dependencies: [
        // It needs Configuration, Hummingbird and ServiceLifecycle. With the traits of OrdersServer, one build of Armory serves both.
        .package(
            name: "armory", path: "../..",
            traits: ["Configuration", "Hummingbird", "Inspector", "Metrics", "ServiceLifecycle"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .target(
            name: "InvoicesCore",
            dependencies: [
                .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryConfiguration", package: "armory"),
                .product(name: "ArmoryHummingbird", package: "armory"),
                .product(name: "ArmoryServiceLifecycle", package: "armory"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "invoices",
            dependencies: [
                "InvoicesCore",
                .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryConfiguration", package: "armory"),
                .product(name: "ArmoryServiceLifecycle", package: "armory"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // The executable is a dependency because a test runs it as a child process.
        .testTarget(
            name: "InvoicesTests",
            dependencies: [
                "InvoicesCore", "invoices",
                .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryCheck", package: "armory"),
                .product(name: "ArmoryConfiguration", package: "armory"),
                .product(name: "ArmoryTesting", package: "armory"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
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
