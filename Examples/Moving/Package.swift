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
