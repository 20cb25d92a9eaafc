// swift-tools-version: 6.3

import PackageDescription

// A separate package, like a client's: its code is compiled against the library's public API only.
let package = Package(
    name: "armory-client-bench",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "client-bench", targets: ["client-bench"]),
        .executable(name: "client-startup", targets: ["client-startup"]),
    ],
    dependencies: [.package(name: "armory", path: "../..")],
    targets: [
        .target(name: "Services"),
        .executableTarget(
            name: "client-bench",
            dependencies: [
                "Services", .product(name: "Armory", package: "armory"),
                .product(name: "ArmoryInjection", package: "armory"),
                .product(name: "ArmoryResolver", package: "armory"),
            ]),
        // Five hundred services and their registrations, whose source is generated during the build.
        .executableTarget(name: "make-services"),
        .plugin(name: "MakeServices", capability: .buildTool(), dependencies: ["make-services"]),
        .target(name: "ManyServices", plugins: ["MakeServices"]),
        .target(name: "CHeap"),
        .executableTarget(
            name: "client-startup",
            dependencies: ["CHeap", "ManyServices", .product(name: "Armory", package: "armory")],
            plugins: ["MakeServices"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where !["CHeap", "MakeServices"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
