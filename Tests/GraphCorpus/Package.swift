// swift-tools-version: 6.3

// Graphs that a build has to refuse, and graphs that look broken and are sound: run.sh.

import PackageDescription

let armory: Target.Dependency = .product(name: "Armory", package: "armory")
let check: Target.Dependency = .product(name: "ArmoryCheck", package: "armory")
let testing: Target.Dependency = .product(name: "ArmoryTesting", package: "armory")

let package = Package(
    name: "graph-corpus",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "armory", path: "../..")],
    targets: [
        .target(name: "Shop", dependencies: [armory, check]),
        // The parts of one program, each in a target of its own. Each is broken in the combinations that Across.swift lists.
        .target(name: "Storage", dependencies: ["Shop", armory]),
        .target(name: "Billing", dependencies: ["Shop", armory]),
        .target(name: "Web", dependencies: ["Shop", "Billing", armory]),
        .target(name: "Broken", dependencies: ["Shop", "Storage", "Billing", "Web", armory, check]),
        .target(name: "Sound", dependencies: ["Shop", "Storage", "Billing", "Web", armory, check]),
        .executableTarget(name: "graph-check", dependencies: ["Broken", "Sound", armory, check]),
        .plugin(name: "CheckCorpus", capability: .buildTool(), dependencies: ["graph-check"]),
        .executableTarget(name: "app", dependencies: ["Storage"], plugins: ["CheckCorpus"]),
        .testTarget(name: "CorpusTests", dependencies: ["Broken", "Sound", check, testing]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
