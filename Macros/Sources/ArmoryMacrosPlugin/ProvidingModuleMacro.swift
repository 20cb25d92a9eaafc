import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ProvidingModule`: the member `module`, with all that the other members provide.
enum ProvidingModuleMacro: MemberMacro {
    // The text is formatted as it is, and formatting takes time in every build.
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
                "genericModule", at: clause, "a generic type has no module of its own: a module is one constant")
        }
        let entries = declaration.memberBlock.members.flatMap { registrations(of: $0.decl) }
        if entries.isEmpty {
            throw Fault.error(
                "emptyModule", at: name, "no member of '\(name.text)' is marked with @Provides or @Injectable")
        }
        return [
            """
            \(raw: declaration.modifiers.accessOfMember)nonisolated static let module = Armory.Module("\(raw: name.text)", \
            \(raw: context.arguments(for: name))) {
                \(raw: entries.joined(separator: "\n    "))
            }
            """
        ]
    }

    /// The registrations of a member.
    private static func registrations(of member: DeclSyntax) -> [String] {
        guard let attributes = member.asProtocol((any WithAttributesSyntax).self)?.attributes else { return [] }
        if attributes.named("Provides") != nil {
            if let function = member.as(FunctionDeclSyntax.self) { return ["\(function.name.text)Registration"] }
            let names = member.as(VariableDeclSyntax.self)?.bindings.compactMap {
                $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            }
            return (names ?? []).map { "\($0)Registration" }
        }
        guard attributes.named("Injectable") != nil, let type = member.asProtocol((any NamedDeclSyntax).self) else {
            return []
        }
        return ["\(type.name.text).registration"]
    }
}
