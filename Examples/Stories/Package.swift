// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "stories",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "stories", targets: ["stories"])],
    // Some builds have the module `Trumpets`, others do not: see Sources/StoriesCore/Gate.
    traits: [.trait(name: "Trumpets", description: "Opens the gate with a herald.")],
    dependencies: [.package(name: "armory", path: "../..")],
    targets: [
        .target(name: "Heraldry"),
        .target(name: "Trumpets", dependencies: ["Heraldry", .product(name: "Armory", package: "armory")]),
        .target(
            name: "StoriesCore",
            dependencies: [
                "Heraldry", .target(name: "Trumpets", condition: .when(traits: ["Trumpets"])),
                .product(name: "Armory", package: "armory"),
            ]),
        .executableTarget(name: "stories", dependencies: ["StoriesCore"]),
        // Only swift package check-graph runs this target.
        .executableTarget(
            name: "stories-check",
            dependencies: [
                "StoriesCore", .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryCheck", package: "armory"),
            ]),
        // The executable is a dependency because the tests run it as a child process.
        .testTarget(
            name: "StoriesTests",
            dependencies: [
                "StoriesCore", "stories", .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryDiagrams", package: "armory"),
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
