// swift-tools-version: 6.3

import PackageDescription

/// One program in eight steps, each an executable.
let steps = (1...8).map { "Step\($0)" }

let package = Package(
    name: "tutorial",
    platforms: [.macOS(.v15)],
    products: steps.map { .executable(name: $0, targets: [$0]) },
    dependencies: [.package(name: "armory", path: "../..")],
    targets: steps.map { step in
        .executableTarget(
            name: step,
            dependencies: [.product(name: "Armory", package: "armory")]
                // The last step prints its graph.
                + (step == "Step8" ? [.product(name: "ArmoryDiagrams", package: "armory")] : []))
    } + [
        // The tests that the seventh page writes.
        .testTarget(
            name: "Step7Tests", dependencies: ["Step7", .product(name: "ArmoryTesting", package: "armory")]),
        // The executables are dependencies because the tests run them as child processes.
        .testTarget(name: "TutorialTests", dependencies: steps.map { .target(name: $0) }),
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
