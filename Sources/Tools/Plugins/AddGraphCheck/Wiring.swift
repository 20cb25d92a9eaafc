import Foundation
import PackagePlugin

/// The module to check, and the target that declares it.
struct Wiring {
    /// The module as code, such as `Wiring.shop`.
    let code: String
    let target: SwiftSourceModuleTarget
    /// Whether other targets of the package see the declaration, as `package` or `public`; nil: it is not found.
    let isVisible: Bool?

    /// - Parameter name: The target; nil: the one that has the declaration.
    /// - Throws: ``Complaint`` if no target has it, or several have it.
    init(_ code: String, in name: String?, of package: Package) throws {
        let targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
            .filter { [.generic, .executable].contains($0.kind) }.sorted { $0.name < $1.name }
        let names = targets.map(\.name).joined(separator: ", ")
        let found = try targets.compactMap { target in
            try Declaration(of: code, in: target).map { (target: target, declaration: $0) }
        }
        if let name, !targets.contains(where: { $0.name == name }) {
            throw Complaint("\(package.displayName) has no target \(name) for --wiring. Its targets are: \(names).")
        }
        let fitting = found.filter { name == nil || $0.target.name == name }
        guard fitting.count < 2 else {
            let choice = fitting.map(\.target.name).joined(separator: " and ")
            throw Complaint("\(code) is declared in \(choice). Choose one: --wiring <target>.")
        }
        guard let target = fitting.first?.target ?? targets.first(where: { $0.name == name }) else {
            throw Complaint(
                "no target declares \(code). Write it as code of the application, for example Wiring.shop, or name the "
                    + "target that has it: --wiring <target>. The targets are: \(names).")
        }
        self.code = code
        self.target = target
        isVisible = fitting.first?.declaration.isVisible
        if fitting.first?.declaration.isVariableOfMain == true {
            throw Complaint(
                "\(code) is a variable of main.swift, which gets its value only when the program runs. Move it into another "
                    + "file of \(target.name).")
        }
    }

    /// Whether a target depends on the wiring, perhaps through others.
    func isBelow(_ other: SwiftSourceModuleTarget) -> Bool {
        other.recursiveTargetDependencies.contains { $0.id == target.id }
    }

    /// The other libraries of the package that the applications link: their modules may contribute to the graph.
    func libraries(of package: Package) -> [String] {
        let applications = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
            .filter { $0.kind == .executable && isBelow($0) }
        let linked = applications.flatMap(\.dependencies).compactMap { dependency in
            if case .target(let target) = dependency { target as? SwiftSourceModuleTarget } else { nil }
        }
        return Set(linked.filter { $0.kind == .generic && $0.id != target.id }.map(\.name)).sorted()
    }
}

/// How the sources of a target declare a module.
private struct Declaration {
    var isVisible = false
    var isVariableOfMain = false

    /// - Returns: Nil if the target does not declare it.
    init?(of code: String, in target: SwiftSourceModuleTarget) throws {
        // `try await Wiring.shop()`: the names before the parentheses.
        let path = code.firstMatch(of: /^(?:(?:try|await)\s+)*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)/)
        guard var names = path?.1.split(separator: ".").map(String.init) else { return nil }
        // The first may be the module that has a variable.
        if names.count == 2, names[0] == target.moduleName, try Self.first(names[0], Self.types, in: target) == nil {
            names.removeFirst()
        }
        let member = names[names.count - 1]
        guard names.count > 1 else {
            guard let (file, modifiers) = try Self.first(member, Self.members + "|" + Self.types, in: target) else {
                return nil
            }
            isVisible = Self.isVisible(modifiers)
            isVariableOfMain =
                try file.url.lastPathComponent == "main.swift" && Self.matches(member, "let|var", file.text).count > 0
            return
        }
        let type = names[names.count - 2]
        for file in try Self.sources(of: target) {
            let extensions = try Self.matches(type, "extension", file.text)
            let isInType = try !extensions.isEmpty || !Self.matches(type, Self.types, file.text).isEmpty
            guard isInType, let modifiers = try Self.matches(member, Self.members, file.text).first else { continue }
            let typeModifiers = try Self.first(type, Self.types, in: target)?.modifiers
            isVisible =
                (Self.isVisible(modifiers) || extensions.contains(where: Self.isVisible))
                && typeModifiers.map(Self.isVisible) == true
            return
        }
        return nil
    }

    // MARK: Reading sources

    private static let types = "enum|struct|class|actor"
    private static let members = "let|var|func"

    private struct Source {
        let url: URL
        let text: String
    }

    private static func sources(of target: SwiftSourceModuleTarget) throws -> [Source] {
        try target.sourceFiles(withSuffix: ".swift").map { file in
            Source(url: file.url, text: try String(contentsOf: file.url, encoding: .utf8))
        }
    }

    private static func first(
        _ name: String, _ keywords: String, in target: SwiftSourceModuleTarget
    ) throws -> (file: Source, modifiers: String)? {
        for file in try sources(of: target) {
            if let modifiers = try matches(name, keywords, file.text).first { return (file, modifiers) }
        }
        return nil
    }

    /// The modifiers of each declaration of a name.
    private static func matches(_ name: String, _ keywords: String, _ text: String) throws -> [String] {
        let attributes = #"(?:@\w+(?:\([^)\n]*\))?\s+)*"#
        let modifiers =
            "((?:(?:public|package|internal|open|private|fileprivate|final|static|nonisolated|indirect)\\s+)*)"
        let pattern = "(?:^|[{;])[ \\t]*\(attributes)\(modifiers)(?:\(keywords))\\s+(?:\\w+\\.)*\(name)\\b"
        return text.matches(of: try Regex(pattern).anchorsMatchLineEndings()).map { match in
            String(match.output[1].substring ?? "")
        }
    }

    private static func isVisible(_ modifiers: String) -> Bool {
        modifiers.split(whereSeparator: \.isWhitespace).contains { ["public", "package", "open"].contains($0) }
    }
}
