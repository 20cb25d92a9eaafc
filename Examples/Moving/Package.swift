// swift-tools-version: 6.3
import PackageDescription
let package = Package(
    name: "moving",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "armory", path: "../..")],
    targets: [
        .target(name: "Clinic"),
        .executableTarget(name: "Clinic4", dependencies: ["Clinic", .product(name: "Armory", package: "armory")]),
        .target(name: "Parcels"),
        .executableTarget(name: "Parcels4", dependencies: ["Parcels", .product(name: "Armory", package: "armory")]),
        .testTarget(name: "Parcels4Tests", dependencies: ["Parcels", "Parcels4", .product(name: "Armory", package: "armory"), .product(name: "ArmoryTesting", package: "armory")]),
    ],
    swiftLanguageModes: [.v6]
)
for target in package.targets {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
    ]
}
