#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Provides`: a registration next to a function or property.
enum ProvidesMacro: PeerMacro {
    // The text is already formatted, and formatting takes time in every build.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let request = try Request(node)
        let owner = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)
        let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
        if owner != nil, !modifiers.has("static"), !modifiers.has("class"), let member = Maker.Provider(declaration) {
            throw Fault.error(
                "notStatic", at: member.name,
                "@Provides is for a static member: there is no instance that it could be called on",
                fixIts: [Fault.fix("add 'static'", declaration, by: declaration.madeStatic)])
        }
        guard let provider = Maker.Provider(declaration) else {
            throw Fault.error("notProvider", at: node, "@Provides is for a function or a property with a type")
        }
        if request.type == nil, let some = provider.opaque {
            throw Fault.error(
                "opaqueResult", at: some, "a result of an opaque type has no type that a registration can name",
                fixIts: [Fault.fix("replace 'some' by 'any'", some, by: some.with(\.tokenKind, .keyword(.any)))])
        }
        let registration = "\(provider.name.text.filter { $0 != "`" })Registration"
        if !registration.isValidSwiftIdentifier(for: .variableName) {
            throw Fault.error(
                "registrationName", at: provider.name,
                "a registration cannot be named '\(registration)': rename this declaration")
        }
        let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
        var maker = provider.maker
        if owner != nil { maker.callee = "Self.\(maker.callee)" }
        let isIsolated = attributes.hasGlobalActor || owner?.attributes.hasGlobalActor == true
        maker.isAwaited = maker.isAwaited || isIsolated && !modifiers.has("nonisolated")
        return try Expansion(request, maker, at: provider.name, in: context)
            .declarations(
                registration, isMember: owner != nil, modifiers.accessOfPeer, availability: attributes.availability)
    }
}

extension Maker {
    /// A function or property that creates instances.
    fileprivate struct Provider {
        let name: TokenSyntax
        let maker: Maker
        /// The word `some` in the type; nil if there is none.
        let opaque: TokenSyntax?

        /// Creates a provider; nil for other declarations, and for those without a type.
        init?(_ declaration: some DeclSyntaxProtocol) {
            if let function = declaration.as(FunctionDeclSyntax.self) {
                guard let type = function.signature.returnClause?.type, function.genericParameterClause == nil else {
                    return nil
                }
                let effects = function.signature.effectSpecifiers
                self.init(
                    function.name, type, Maker.parameters(function.signature.parameterClause.parameters),
                    isThrowing: effects?.throwsClause != nil, isAwaited: effects?.asyncSpecifier != nil)
            } else if let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
                let binding = variable.bindings.first, let type = binding.typeAnnotation?.type,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
            {
                var effects: AccessorEffectSpecifiersSyntax?
                if case .accessors(let list) = binding.accessorBlock?.accessors {
                    effects = list.first?.effectSpecifiers
                }
                self.init(
                    name, type, nil, isThrowing: effects?.throwsClause != nil,
                    isAwaited: effects?.asyncSpecifier != nil)
            } else {
                return nil
            }
        }

        private init(
            _ name: TokenSyntax, _ type: TypeSyntax, _ parameters: [MakerParameter]?, isThrowing: Bool, isAwaited: Bool
        ) {
            self.name = name
            opaque = type.tokens(viewMode: .sourceAccurate).first { $0.tokenKind == .keyword(.some) }
            maker = Maker(
                callee: name.text, type: type.trimmedDescription, parameters: parameters, isThrowing: isThrowing,
                isAwaited: isAwaited)
        }
    }
}

extension DeclSyntaxProtocol {
    /// The same declaration with the word `static`.
    fileprivate var madeStatic: DeclSyntax {
        let word = DeclModifierSyntax(name: .keyword(.static)).with(\.trailingTrivia, .space)
        if var function = self.as(FunctionDeclSyntax.self) {
            function.modifiers.append(
                word.with(\.leadingTrivia, function.modifiers.isEmpty ? function.funcKeyword.leadingTrivia : []))
            if function.modifiers.count == 1 { function.funcKeyword.leadingTrivia = [] }
            return DeclSyntax(function)
        }
        guard var variable = self.as(VariableDeclSyntax.self) else { return DeclSyntax(self) }
        variable.modifiers.append(
            word.with(\.leadingTrivia, variable.modifiers.isEmpty ? variable.bindingSpecifier.leadingTrivia : []))
        if variable.modifiers.count == 1 { variable.bindingSpecifier.leadingTrivia = [] }
        return DeclSyntax(variable)
    }
}
#endif
