// swift-tools-version: 6.3

import CompilerPluginSupport
import PackageDescription

// A separate package: a program that does not use the macros neither fetches nor builds swift-syntax.
let package = Package(
    name: "armory-macros",
    platforms: [.macOS(.v15)],
    products: [.library(name: "ArmoryMacros", targets: ["ArmoryMacros"])],
    dependencies: [
        .package(name: "armory", path: ".."),
        // A wide range, because a program has one version for all its macros. README.md lists the tested versions.
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
    ],
    targets: [
        .target(
            name: "ArmoryMacros", dependencies: ["ArmoryMacrosPlugin", .product(name: "Armory", package: "armory")]),
        .macro(
            name: "ArmoryMacrosPlugin",
            dependencies: [
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
            ]),
        .testTarget(
            name: "ArmoryMacrosTests", dependencies: ["ArmoryMacros", .product(name: "Armory", package: "armory")]),
        .testTarget(
            name: "ArmoryMacrosPluginTests",
            dependencies: [
                "ArmoryMacrosPlugin",
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacrosTestSupport", package: "swift-syntax"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .treatAllWarnings(as: .error),
    ]
}
