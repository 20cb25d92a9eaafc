// swift-tools-version: 6.3

// A client of the macros: the package of the page Macros. `make test-macros` builds it, and compares its output.

import PackageDescription

let package = Package(
    name: "shop",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "armory", path: "../..", traits: ["Macros"])
    ],
    targets: [
        .executableTarget(name: "Shop", dependencies: [.product(name: "ArmoryMacros", package: "armory")])
    ]
)
