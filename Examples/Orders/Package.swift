// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "orders",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "orders", targets: ["orders"]),
        .executable(name: "make-data", targets: ["make-data"]),
        .executable(name: "orders-graph", targets: ["orders-graph"]),
    ],
    traits: [
        .trait(name: "Graph", description: "orders-graph looks at the container; swift-argument-parser is fetched.")
    ],
    dependencies: [
        .package(
            name: "armory", path: "../..", traits: [.trait(name: "Command", condition: .when(traits: ["Graph"]))])
    ],
    targets: [
        .target(name: "OrdersCore", dependencies: [.product(name: "Armory", package: "armory")]),
        .executableTarget(name: "orders", dependencies: ["OrdersCore"]),
        .executableTarget(name: "make-data", dependencies: ["OrdersCore"]),
        .executableTarget(
            name: "orders-graph", dependencies: ["OrdersCore", .product(name: "ArmoryCommand", package: "armory")]),
        // Only swift package check-graph runs this target.
        .executableTarget(
            name: "orders-check",
            dependencies: [
                "OrdersCore", .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryCheck", package: "armory"),
            ]),
        // The executables are dependencies because the tests run them as child processes.
        .testTarget(
            name: "OrdersTests",
            dependencies: [
                "OrdersCore", "orders", "make-data", .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryDiagrams", package: "armory"),
                .product(name: "ArmoryTesting", package: "armory"),
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
