#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The text of a registration.
///
/// There are three forms, and a user can write each of them by hand:
///
///     Singleton(X.self, { (p1: A) throws in X(a: p1) })                                   parameters by their types
///     Singleton(X.self, { (p1: A, p2: Int) throws in X(a: p1, b: p2) }, .named("a"), .value(7))     by sources
///     Singleton(X.self) { (resolver: AsyncResolver) async throws in await X(a: try await resolver.resolve(A.self)) }.dependsOn(A.self)
///
/// The last form is for factories that await and have sources or more than six parameters: no initializer of a registration
/// accepts them.
///
/// The closures do not declare their result. So the compiler reports a result that does not conform to the registration's type.
struct Expansion {
    let request: Request
    let maker: Maker
    /// The arguments for its place, for example `fileID: "Shop/Orders.swift", line: 3`.
    let location: String

    /// Combines an attribute with the declaration that it annotates.
    ///
    /// - Parameter node: The name in the declaration.
    init(
        _ request: Request, _ maker: Maker, at node: some SyntaxProtocol, in context: some MacroExpansionContext
    ) throws {
        var maker = maker
        try maker.take(request.sources)
        try maker.check()
        self.request = request
        self.maker = maker
        location = context.arguments(for: node)
        if let source = request.sources.first(where: { $0.source.kind == .argument })?.source, !takesArguments {
            let fixIts = request.lifetime.map {
                [
                    Fault.fix(
                        "change it to .transient", $0,
                        by: ExprSyntax(".transient").with(\.trailingTrivia, $0.trailingTrivia)
                    )
                ]
            }
            throw Fault.error(
                "argument", at: source.expression,
                "only a transient or kept registration takes arguments of the resolve", fixIts: fixIts ?? [])
        }
        if let source = request.sources.first(where: { $0.source.kind == .keyed })?.source, maker.isAwaited {
            throw Fault.error(
                "keyed", at: source.expression,
                "a factory that awaits cannot take a parameter by a typed key: use .named")
        }
    }

    private var takesArguments: Bool { request.kind == "Transient" || request.kind == "Kept" }

    private var passed: [MakerParameter] { maker.parameters?.filter(\.isPassed) ?? [] }

    private var instance: String { request.type ?? maker.type }

    /// The declarations of a static or global variable, and of the record that contributes it.
    ///
    /// - Parameters:
    ///   - name: The name of the variable.
    ///   - isMember: Whether it is a static member of a type; false: it is global.
    ///   - access: The access level of the variable, followed by a space; empty means the default.
    ///   - availability: The `@available` attributes of all declarations, each with a line break.
    func declarations(
        _ name: String, isMember: Bool, _ access: String, availability: String = ""
    ) -> [DeclSyntax] {
        let modifiers = isMember ? "nonisolated static " : "nonisolated "
        let variable: DeclSyntax = """
            \(raw: availability)\(raw: access)\(raw: modifiers)var \(raw: name): Armory.\(raw: request.kind)<\(raw: instance)> {
                \(raw: registration)\(raw: (needs + request.modifiers).map { "\n        \($0)" }.joined())
            }
            """
        guard let group = request.group else { return [variable] }
        let module = "Armory.Module(\(location)) { \(name) }"
        return [
            variable,
            Contribution.record(name, "\(availability)private \(modifiers)", group: group, module: module),
        ]
    }

    private var registration: String {
        if isResolving { return resolving }
        let parameters = passed.enumerated().map { "\(MakerParameter.local($0)): \($1.closureType)" }
        let made = closure(parameters, passed.indices.map(MakerParameter.local))
        let isResolver = passed.count == 1 && ["Resolver", "AsyncResolver"].contains(passed[0].type.trimmedDescription)
        if passed.isEmpty || isResolver { return "\(head), \(location)) \(made)" }
        let sources =
            request.sources.isEmpty
            ? [] : passed.map { ", \($0.source?.expression.trimmedDescription ?? ".registered")" }
        return "\(head), \(made)\(sources.joined()), \(location))"
    }

    /// Whether a closure with a resolver creates the instance.
    private var isResolving: Bool {
        maker.isAwaited && (!request.sources.isEmpty || passed.count > 6)
    }

    /// The registration with a closure that calls a resolver.
    private var resolving: String {
        let arguments = passed.enumerated().filter { $1.source?.kind == .argument }
        let types = arguments.map(\.element.metatype).joined(separator: ", ")
        // A value is created once, as in a list of sources.
        let captures = passed.enumerated().compactMap { index, parameter in
            parameter.source.flatMap { source in
                source.kind == .value
                    ? "\(MakerParameter.local(index)) = \(source.argument) as \(parameter.plainType)" : nil
            }
        }
        let made = closure(
            ["armoryResolver: Armory.AsyncResolver"]
                + arguments.map { "\(MakerParameter.local($0)): \($1.closureType)" },
            passed.enumerated().map {
                $1.isResolved ? "armoryResolver.resolve(\($1.metatype)\($1.named))" : MakerParameter.local($0)
            },
            captures: captures)
        return "\(head)\(types.isEmpty ? "" : ", arguments: \(types)"), \(location)) \(made)"
    }

    /// The modifiers that declare the dependencies of such a closure.
    private var needs: [String] {
        guard isResolving else { return [] }
        let plain = passed.filter { $0.isResolved && $0.named.isEmpty }.map(\.metatype)
        let others = passed.filter { $0.isResolved && !$0.named.isEmpty }
        return [".dependsOn(\(plain.joined(separator: ", ")))"]
            + others.map { ".dependsOn(\($0.metatype)\($0.named))" }
    }

    private var head: String { "Armory.\(request.kind)(\(Maker.metatype(instance))" }

    private func closure(_ parameters: [String], _ values: [String], captures: [String] = []) -> String {
        let list = captures.isEmpty ? "" : "[\(captures.joined(separator: ", "))] "
        let effects = maker.isAwaited ? "async throws" : "throws"
        return "{ \(list)(\(parameters.joined(separator: ", "))) \(effects) in\n        \(call(values))\n    }"
    }

    private func call(_ values: [String]) -> String {
        let isTried = maker.isThrowing || isResolving && passed.contains(where: \.isResolved)
        let effects = (isTried ? "try " : "") + (maker.isAwaited ? "await " : "")
        guard maker.parameters != nil else { return effects + maker.callee }
        let arguments = zip(passed, values).map { parameter, value in
            parameter.label.map { "\($0): \(value)" } ?? value
        }
        return "\(effects)\(maker.callee)(\(arguments.joined(separator: ", ")))"
    }
}

extension MakerParameter {
    fileprivate var isResolved: Bool { source?.kind != .value && source?.kind != .argument }

    /// The rest of a request for a named instance.
    fileprivate var named: String {
        switch source?.kind {
        case .named: ", named: \(source?.argument ?? "")"
        case .keyed, .registered, .value, .argument, nil: ""
        }
    }
}

extension MacroExpansionContext {
    /// The arguments that give a node's file and line to a registration.
    func arguments(for node: some SyntaxProtocol) -> String {
        // Only tools other than the compiler, such as the test support of swift-syntax 600, do not know the location.
        guard let place = location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID) else {
            return "fileID: #fileID), line: #line"
        }
        return "fileID: \(place.file.trimmed), line: \(place.line.trimmed)"
    }
}
#endif
