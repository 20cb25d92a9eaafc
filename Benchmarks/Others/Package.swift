// swift-tools-version: 6.3

import PackageDescription

// Armory and other containers, measured side by side: `make compare`. It needs the network. No other build and no check
// contains this package.
//
// Resolver 1.5 is not here, because it does not compile on Linux. The workloads of swift-dependencies are not written: it has
// the values of a task instead of containers.
let package = Package(
    name: "armory-others",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "armory", path: "../.."),
        .package(url: "https://github.com/Swinject/Swinject.git", exact: "2.10.0"),
        .package(url: "https://github.com/hmlongco/Factory.git", exact: "3.2.2"),
    ],
    targets: [
        // The services and the workloads' form. No container is named here.
        .target(name: "Contest"),
        .target(name: "ArmoryContender", dependencies: ["Contest", .product(name: "Armory", package: "armory")]),
        .target(name: "SwinjectContender", dependencies: ["Contest", "Swinject"]),
        .target(name: "FactoryContender", dependencies: ["Contest", .product(name: "FactoryKit", package: "Factory")]),
        .executableTarget(
            name: "others", dependencies: ["Contest", "ArmoryContender", "SwinjectContender", "FactoryContender"]),
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
