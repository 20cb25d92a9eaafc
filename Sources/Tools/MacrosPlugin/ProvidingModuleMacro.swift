#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ProvidingModule`: the member `module`, with all registrations that the other members provide.
enum ProvidingModuleMacro: MemberMacro {
    // The text is already formatted, and formatting takes time in every build.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name,
            !declaration.is(ProtocolDeclSyntax.self)
        else {
            throw Fault.error(
                "notModule", at: node,
                "@ProvidingModule is for an enum, struct, class or actor, not for this \(declaration.introducer.text)")
        }
        if let clause = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause {
            throw Fault.error(
                "genericModule", at: clause, "a generic type cannot have a module: a module is one constant")
        }
        let entries = registrations(of: declaration.memberBlock.members)
        if entries.isEmpty {
            throw Fault.error(
                "emptyModule", at: name, "no member of '\(name.text)' is marked with @Provides or @Injectable")
        }
        let module: DeclSyntax = """
            \(raw: declaration.modifiers.accessOfMember(in: context.lexicalContext))nonisolated static let module = Armory.Module("\(raw: name.text)", \
            \(raw: context.arguments(for: name))) {
                \(raw: entries.joined(separator: "\n    "))
            }
            """
        guard let group = try Request(node).group else { return [module] }
        return [
            module, Contribution.record("module", "private nonisolated static ", group: group, module: "module"),
        ]
    }

    /// The lines of the module: registrations, and the conditions around them.
    private static func registrations(of members: MemberBlockItemListSyntax) -> [String] {
        members.flatMap { member -> [String] in
            guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return registrations(of: member.decl) }
            var isEmpty = true
            let lines = condition.clauses.flatMap { clause -> [String] in
                guard case .decls(let members) = clause.elements else { return [] }
                let lines = registrations(of: members)
                if !lines.isEmpty { isEmpty = false }
                let condition = clause.condition.map { " \($0.trimmed)" } ?? ""
                return ["\(clause.poundKeyword.trimmed)\(condition)"] + lines
            }
            return isEmpty ? [] : lines + ["#endif"]
        }
    }

    private static func registrations(of member: DeclSyntax) -> [String] {
        guard let attributes = member.asProtocol((any WithAttributesSyntax).self)?.attributes else { return [] }
        if attributes.named("Provides") != nil {
            let property = member.as(VariableDeclSyntax.self)?.bindings.first?.pattern.as(IdentifierPatternSyntax.self)
            let name = member.as(FunctionDeclSyntax.self)?.name ?? property?.identifier
            return name.map { ["\($0.unescaped)Registration"] } ?? []
        }
        guard attributes.named("Injectable") != nil, let type = member.asProtocol((any NamedDeclSyntax).self) else {
            return []
        }
        return ["\(type.name.text).registration"]
    }
}
#endif
