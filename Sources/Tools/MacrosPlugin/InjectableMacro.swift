#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Injectable`: the member `registration`.
enum InjectableMacro: MemberMacro {
    // The text is already formatted, and formatting takes time in every build.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let keyword = declaration.introducer.text
        guard ["class", "struct", "actor"].contains(keyword),
            let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name
        else {
            throw Fault.error(
                "notInjectable", at: node, "@Injectable is for a class, a struct or an actor, not for this \(keyword)")
        }
        let request = try Request(node)
        if request.kind == "Shared", keyword == "struct", let lifetime = request.lifetime {
            let singleton = ExprSyntax(".singleton").with(\.trailingTrivia, lifetime.trailingTrivia)
            throw Fault.error(
                "sharedStruct", at: lifetime, "a struct cannot be shared: only an object can be held weakly",
                fixIts: [Fault.fix("change it to .singleton", lifetime, by: singleton)])
        }
        if let group = request.group,
            declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
        {
            throw Fault.error(
                "genericContribution", at: group,
                "a generic type contributes nothing: list the registrations of its concrete types in a module")
        }
        let maker = try Maker(of: declaration, name: name)
        return try Expansion(request, maker, at: name, in: context)
            .declarations(
                "registration", isMember: true, declaration.modifiers.accessOfMember(in: context.lexicalContext))
    }
}

/// `@InjectableInit`: a mark that `@Injectable` reads.
enum InjectableInitMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard declaration.is(InitializerDeclSyntax.self) else {
            throw Fault.error("notInitializer", at: node, "@InjectableInit is for an initializer")
        }
        return []
    }
}

extension Maker {
    /// The initializer of a type that the expansion calls.
    fileprivate init(of declaration: some DeclGroupSyntax, name: TokenSyntax) throws {
        let type = declaration.is(StructDeclSyntax.self) ? "Self" : name.text
        self.init(callee: type, type: type)
        let members = declaration.memberBlock.members
        if let condition = members.first(where: \.hidesInitializer) {
            throw Fault.error(
                "condition", at: condition,
                "the macro does not know whether the condition holds: move initializers and stored properties out of it"
            )
        }
        guard let initializer = try Maker.initializer(of: declaration, name: name) else {
            isAwaited = declaration.attributes.hasGlobalActor
            let stored = Maker.memberwise(members)
            parameters = declaration.is(StructDeclSyntax.self) ? stored : []
            if !declaration.is(StructDeclSyntax.self), let missing = stored.first(where: \.needsValue) {
                throw Fault.error(
                    "noInitializer", at: name,
                    "'\(name.text)' has no initializer, and '\(missing.name)' has no value: write one")
            }
            return
        }
        if let mark = initializer.optionalMark {
            throw Fault.error(
                "failable", at: mark, "a failable initializer may create no instance: throw an error instead")
        }
        if let clause = initializer.genericParameterClause {
            throw Fault.error(
                "generic", at: clause, "the types of a generic initializer are known only where it is called")
        }
        let signature = initializer.signature
        parameters = Maker.parameters(signature.parameterClause.parameters)
        isThrowing = signature.effectSpecifiers?.throwsClause != nil
        isAwaited =
            signature.effectSpecifiers?.asyncSpecifier != nil || initializer.attributes.hasGlobalActor
            || declaration.attributes.hasGlobalActor && !initializer.modifiers.has("nonisolated")
    }

    /// The initializer to call; nil if the type has none.
    private static func initializer(
        of declaration: some DeclGroupSyntax, name: TokenSyntax
    ) throws -> InitializerDeclSyntax? {
        let all = declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        let marked = all.filter { $0.attributes.named("InjectableInit") != nil }
        if marked.count > 1 {
            throw Fault.error("severalMarked", at: marked[1], "only one initializer can be marked with @InjectableInit")
        }
        if let only = marked.first ?? (all.count == 1 ? all.first : nil) { return only }
        if all.isEmpty { return nil }
        throw Fault.error(
            "severalInitializers", at: name, "'\(name.text)' has several initializers: mark one with @InjectableInit",
            fixIts: all.map { Fault.fix("mark \($0.spelled)", $0, by: $0.marked) })
    }
}

extension MemberBlockItemSyntax {
    /// Whether it is a condition around an initializer, or around a variable that may be a parameter of one.
    fileprivate var hidesInitializer: Bool {
        decl.as(IfConfigDeclSyntax.self)?.clauses.contains { clause in
            guard case .decls(let members) = clause.elements else { return false }
            return members.contains { $0.decl.is(InitializerDeclSyntax.self) || $0.hidesInitializer }
                || !Maker.memberwise(members).isEmpty
        } == true
    }
}

extension MakerParameter {
    /// Whether a class must set it in an initializer.
    fileprivate var needsValue: Bool {
        !hasDefault && !type.is(OptionalTypeSyntax.self) && !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }
}

extension InitializerDeclSyntax {
    /// For example `init(path:limit:)`.
    fileprivate var spelled: String {
        "init(\(signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined()))"
    }

    /// The same initializer with the mark.
    fileprivate var marked: InitializerDeclSyntax {
        var copy = with(\.leadingTrivia, [])
        let mark = AttributeSyntax(attributeName: TypeSyntax("InjectableInit")).with(\.trailingTrivia, .space)
        copy.attributes.insert(.attribute(mark), at: copy.attributes.startIndex)
        return copy.with(\.leadingTrivia, leadingTrivia)
    }
}

extension AttributeListSyntax {
    /// The attribute with a name, even if a module name precedes it.
    func named(_ name: String) -> AttributeSyntax? {
        lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.lastName == name }
    }

    /// Whether an attribute is a global actor, as far as its name tells.
    var hasGlobalActor: Bool {
        contains { $0.as(AttributeSyntax.self)?.lastName?.hasSuffix("Actor") == true }
    }

    /// Whether an attribute of a stored property is a property wrapper, as far as its name tells.
    var hasPropertyWrapper: Bool {
        contains { attribute in
            guard let name = attribute.as(AttributeSyntax.self)?.lastName else { return false }
            return name.first?.isUppercase == true && !name.hasSuffix("Actor")
        }
    }

    /// The `@available` attributes, each with a line break.
    var availability: String {
        compactMap { $0.as(AttributeSyntax.self) }.filter { $0.lastName == "available" }
            .map { "\($0.trimmedDescription)\n" }.joined()
    }
}

extension AttributeSyntax {
    fileprivate var lastName: String? {
        attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.as(MemberTypeSyntax.self)?.name.text
    }
}

extension DeclModifierListSyntax {
    func has(_ name: String) -> Bool { contains { $0.name.text == name } }

    /// The access level of a member that is as visible as its type, followed by a space; empty if it is the default.
    ///
    /// - Parameter context: The declarations around the type: a type without an access level has the level of its extension.
    func accessOfMember(in context: [Syntax]) -> String {
        let hasOwn = ["private", "fileprivate", "internal", "package", "public", "open"].contains(where: has)
        return (hasOwn ? self : context.first?.as(ExtensionDeclSyntax.self)?.modifiers ?? self).visibleAccess
    }

    private var visibleAccess: String {
        if has("public") || has("open") { return "public " }
        return has("package") ? "package " : ""
    }

    /// The access level of a generated declaration that is as visible as this one, followed by a space.
    var accessOfPeer: String {
        ["private", "fileprivate"].first(where: has).map { "\($0) " } ?? visibleAccess
    }
}
#endif
