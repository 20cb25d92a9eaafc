// swift-tools-version: 6.3

import PackageDescription

let grpc: [Target.Dependency] = [
    .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["GRPC"])),
    .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport", condition: .when(traits: ["GRPC"])),
    .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf", condition: .when(traits: ["GRPC"])),
    .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["GRPC"])),
]

let package = Package(
    name: "orders-server",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "orders-server", targets: ["orders-server"])],
    // The packages for gRPC, including TLS and Protocol Buffers, are fetched only with the trait.
    traits: [.trait(name: "GRPC", description: "The orders over gRPC, beside HTTP.")],
    dependencies: [
        .package(
            name: "armory", path: "../..",
            traits: [
                "Configuration", "Hummingbird", "Inspector", "Metrics", "ServiceLifecycle",
                .trait(name: "GRPC", condition: .when(traits: ["GRPC"])),
            ]),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    ],
    targets: [
        .target(
            name: "OrdersServerCore",
            dependencies: [
                .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryConfiguration", package: "armory"),
                .product(name: "ArmoryHealth", package: "armory"),
                .product(name: "ArmoryHummingbird", package: "armory"),
                .product(name: "ArmoryInspector", package: "armory"),
                .product(name: "ArmoryMetrics", package: "armory"),
                .product(name: "ArmoryServiceLifecycle", package: "armory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ArmoryGRPC", package: "armory", condition: .when(traits: ["GRPC"])),
                .product(name: "ArmoryRequests", package: "armory", condition: .when(traits: ["GRPC"])),
            ] + grpc),
        .executableTarget(name: "orders-server", dependencies: ["OrdersServerCore"]),
        // The executable is a dependency because the tests run it as a child process.
        .testTarget(
            name: "OrdersServerTests",
            dependencies: [
                "OrdersServerCore", "orders-server",
                .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryInspector", package: "armory"),
                .product(name: "ArmoryLogging", package: "armory"),
                .product(name: "ArmoryTesting", package: "armory"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ] + grpc),
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
