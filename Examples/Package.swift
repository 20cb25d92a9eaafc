// swift-tools-version: 6.3

// The small examples, each in its folder. They share a package, so that Armory is built once for all of them.
// OrdersServer is a separate package, because it fetches many others.

import PackageDescription

/// Products of the library.
func armory(_ names: String..., condition: TargetDependencyCondition? = nil) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "armory", condition: condition) }
}

/// The targets of an example, with the paths in its folder.
func example(_ folder: String, settings: [SwiftSetting] = [], _ targets: [Target]) -> [Target] {
    for target in targets {
        target.path = "\(folder)/\(target.type == .test ? "Tests" : "Sources")/\(target.name)"
        target.swiftSettings = (target.swiftSettings ?? []) + settings + [.treatAllWarnings(as: .error)]
    }
    return targets
}

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
]

let orders = example(
    "Orders", settings: strict,
    [
        .target(name: "OrdersCore", dependencies: armory("Armory")),
        .executableTarget(name: "orders", dependencies: ["OrdersCore"]),
        .executableTarget(name: "make-data", dependencies: ["OrdersCore"]),
        .executableTarget(name: "orders-graph", dependencies: ["OrdersCore"] + armory("ArmoryCommand")),
        // Only swift package check-graph runs this target.
        .executableTarget(name: "orders-check", dependencies: ["OrdersCore"] + armory("Armory", "ArmoryCheck")),
        // Here and below, programs are dependencies of tests because the tests run them as child processes.
        .testTarget(
            name: "OrdersTests",
            dependencies: ["OrdersCore", "orders", "make-data", "orders-graph"]
                + armory("Armory", "ArmoryDiagrams", "ArmoryTesting")),
    ])

let stories = example(
    "Stories", settings: strict,
    [
        .target(name: "Heraldry"),
        .target(name: "Trumpets", dependencies: ["Heraldry"] + armory("Armory")),
        .target(
            name: "StoriesCore",
            dependencies: ["Heraldry", .target(name: "Trumpets", condition: .when(traits: ["Trumpets"]))]
                + armory("Armory")),
        .executableTarget(name: "stories", dependencies: ["StoriesCore"]),
        // Only swift package check-graph runs this target.
        .executableTarget(name: "stories-check", dependencies: ["StoriesCore"] + armory("Armory", "ArmoryCheck")),
        .testTarget(
            name: "StoriesTests", dependencies: ["StoriesCore", "stories"] + armory("Armory", "ArmoryDiagrams")),
    ])

/// One program in eight steps, each an executable.
let steps = (1...8).map { "Step\($0)" }

let tutorial = example(
    "Tutorial", settings: strict,
    steps.map { step in
        // The last step prints its graph.
        .executableTarget(
            name: step, dependencies: armory("Armory") + (step == "Step8" ? armory("ArmoryDiagrams") : []))
    } + [
        // The tests that the seventh page writes.
        .testTarget(name: "Step7Tests", dependencies: ["Step7"] + armory("ArmoryTesting")),
        .testTarget(name: "TutorialTests", dependencies: steps.map { .target(name: $0) }),
    ])

/// The program of one step.
///
/// Code for Swinject uses Swift 5 mode, and names protocols without `any`.
func step(_ number: Int, of program: String, _ products: String..., mode: SwiftLanguageMode = .v6) -> Target {
    .executableTarget(
        name: "\(program)\(number)",
        dependencies: [.target(name: program)] + products.flatMap { armory($0) },
        swiftSettings: [.swiftLanguageMode(mode)])
}

let moving = example(
    "Moving",
    [
        // The domains of the programs. They use no container.
        .target(name: "Clinic"),
        .target(name: "Parcels"),
        // From Swinject.
        step(1, of: "Clinic", "ArmorySwinject", mode: .v5),
        step(2, of: "Clinic", "ArmorySwinject", "Armory", "ArmoryDiagrams", mode: .v5),
        step(3, of: "Clinic", "ArmorySwinject", "Armory"),
        step(4, of: "Clinic", "Armory"),
        // From Factory.
        step(1, of: "Parcels", "ArmoryFactory"),
        step(2, of: "Parcels", "ArmoryFactory", "Armory", "ArmoryDiagrams"),
        step(3, of: "Parcels", "ArmoryFactory", "Armory"),
        step(4, of: "Parcels", "Armory"),
        .testTarget(
            name: "Parcels1Tests",
            dependencies: ["Parcels", "Parcels1"] + armory("ArmoryFactory", "ArmoryFactoryTesting")),
        .testTarget(
            name: "Parcels4Tests", dependencies: ["Parcels", "Parcels4"] + armory("Armory", "ArmoryTesting")),
        .testTarget(
            name: "MovingTests",
            dependencies: [
                "Clinic", "Clinic1", "Clinic2", "Clinic3", "Clinic4",
                "Parcels", "Parcels1", "Parcels2", "Parcels3", "Parcels4",
            ] + armory("Armory", "ArmorySwinject", "ArmoryFactory")),
    ])

/// Without the trait, the files of Chat are empty, and its packages are not fetched.
let ifChat = TargetDependencyCondition.when(traits: ["Chat"])

let chat = example(
    "Chat", settings: strict,
    [
        .target(
            name: "ChatCore",
            dependencies: [
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms", condition: ifChat),
                .product(name: "FlyingFox", package: "FlyingFox", condition: ifChat),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: ifChat),
                .product(name: "Logging", package: "swift-log", condition: ifChat),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: ifChat),
            ] + armory("Armory", "ArmoryRequests", "ArmoryServiceLifecycle", condition: ifChat)),
        .executableTarget(name: "chat", dependencies: ["ChatCore"]),
        .testTarget(
            name: "ChatTests",
            dependencies: [
                "ChatCore", "chat",
                .product(name: "FlyingSocks", package: "FlyingFox", condition: ifChat),
                .product(name: "Logging", package: "swift-log", condition: ifChat),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: ifChat),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle", condition: ifChat),
            ] + armory("Armory", "ArmoryRequests", "ArmoryServiceLifecycle", condition: ifChat)),
    ])

let package = Package(
    name: "armory-examples",
    platforms: [.macOS(.v15)],
    // Without any of them, nothing is fetched.
    traits: [
        .trait(name: "Chat", description: "chat serves WebSockets; packages for servers are fetched."),
        .trait(name: "Graph", description: "orders-graph looks at the container; swift-argument-parser is fetched."),
        // Some builds have the module `Trumpets`, others do not: see Stories/Sources/StoriesCore/Gate.
        .trait(name: "Trumpets", description: "Opens the gate of the stories with a herald."),
    ],
    dependencies: [
        .package(
            name: "armory", path: "..",
            traits: [
                .trait(name: "Command", condition: .when(traits: ["Graph"])),
                .trait(name: "ServiceLifecycle", condition: .when(traits: ["Chat"])),
            ]),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: orders + stories + tutorial + moving + chat,
    swiftLanguageModes: [.v6]
)
