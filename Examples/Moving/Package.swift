// swift-tools-version: 6.3

import PackageDescription

/// A product of the library.
func armory(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "armory") }
}

/// The program of one step of the clinic.
func clinic(_ step: Int, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: "Clinic\(step)", dependencies: ["Clinic"] + dependencies)
}

/// The program of one step of the parcels.
func parcels(_ step: Int, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: "Parcels\(step)", dependencies: ["Parcels"] + dependencies)
}

let package = Package(
    name: "moving",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "armory", path: "../..")],
    targets: [
        // The domains of the programs. They use no container.
        .target(name: "Clinic"),
        .target(name: "Parcels"),
        // From Swinject.
        clinic(1, armory("ArmorySwinject")),
        clinic(2, armory("ArmorySwinject", "ArmoryDiagrams")),
        clinic(3, armory("ArmorySwinject", "Armory")),
        clinic(4, armory("Armory")),
        // From Factory.
        parcels(1, armory("ArmoryFactory")),
        parcels(2, armory("ArmoryFactory", "ArmoryDiagrams")),
        parcels(3, armory("ArmoryFactory", "Armory")),
        parcels(4, armory("Armory")),
        .testTarget(
            name: "Parcels1Tests",
            dependencies: ["Parcels", "Parcels1"] + armory("ArmoryFactory", "ArmoryFactoryTesting")),
        .testTarget(
            name: "Parcels4Tests", dependencies: ["Parcels", "Parcels4"] + armory("Armory", "ArmoryTesting")),
        // The programs are dependencies because the tests run them as child processes.
        .testTarget(
            name: "MovingTests",
            dependencies: [
                "Clinic", "Clinic1", "Clinic2", "Clinic3", "Clinic4",
                "Parcels", "Parcels1", "Parcels2", "Parcels3", "Parcels4",
            ] + armory("Armory", "ArmorySwinject", "ArmoryFactory")),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [.treatAllWarnings(as: .error)]
    // Code for Swinject uses Swift 5 mode, and names protocols without `any`.
    if ["Clinic1", "Clinic2"].contains(target.name) {
        target.swiftSettings?.append(.swiftLanguageMode(.v5))
    }
}
