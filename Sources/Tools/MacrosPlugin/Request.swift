#if Macros
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// The values in the attribute.
struct Request {
    /// The name of the registration's type, for example `Singleton`.
    var kind = "Transient"
    /// The lifetime in the attribute, for errors; nil if there is none.
    var lifetime: ExprSyntax?
    /// The type under which the instance is found; nil means the type of the instance.
    var type: String?
    /// The sources of parameters, by label or name, in the order of the attribute.
    var sources: [(name: StringLiteralExprSyntax, source: Source)] = []
    /// The name of the group of modules that the registration is contributed to, as written; nil if there is none.
    var group: ExprSyntax?
    /// The modifiers that follow the registration, for example `.named("a")`.
    var modifiers: [String] = []

    init(_ attribute: AttributeSyntax) throws {
        guard case .argumentList(let arguments) = attribute.arguments else { return }
        for argument in arguments where !argument.expression.is(NilLiteralExprSyntax.self) {
            switch argument.label?.text {
            case nil: try read(lifetime: argument.expression)
            case "as": try read(type: argument.expression)
            case "named": modifiers.append(".named(\(argument.expression.trimmed))")
            case "in": group = argument.expression
            case "parameters": try read(sources: argument.expression)
            default: break  // The compiler reports it.
            }
        }
    }

    private mutating func read(lifetime: ExprSyntax) throws {
        self.lifetime = lifetime
        let call = lifetime.as(FunctionCallExprSyntax.self)
        let member = (call?.calledExpression ?? lifetime).as(MemberAccessExprSyntax.self)
        let argument = call?.arguments.first?.expression.trimmedDescription
        switch (member?.declName.baseName.text, argument) {
        case ("transient", nil): kind = "Transient"
        case ("singleton", nil), ("singleton", "false"): kind = "Singleton"
        case ("singleton", "true"):
            kind = "Singleton"
            modifiers.append(".eager()")
        case ("scoped", let tag):
            kind = "Scoped"
            if let tag { modifiers.append(".in(\(tag))") }
        case ("shared", nil): kind = "Shared"
        case ("graph", nil): kind = "Graph"
        case ("kept", let custom?):
            kind = "Kept"
            modifiers.append(".lifetime(\(custom))")
        default:
            throw Fault.error(
                "lifetime", at: lifetime,
                "the macro reads the lifetime from the source: write one here, for example .singleton")
        }
    }

    private mutating func read(type expression: ExprSyntax) throws {
        guard let member = expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self",
            let base = member.base
        else {
            throw Fault.error(
                "type", at: expression,
                "the macro reads the type from the source: write it here, for example (any Orders).self")
        }
        if let tuple = base.as(TupleExprSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first {
            type = element.expression.trimmedDescription
        } else {
            type = base.trimmedDescription
        }
    }

    private mutating func read(sources expression: ExprSyntax) throws {
        guard let list = expression.as(DictionaryExprSyntax.self) else {
            throw Fault.error(
                "sources", at: expression,
                "the macro reads the sources from the source: write them here, for example [\"path\": .named(\"main\")]"
            )
        }
        guard case .elements(let elements) = list.content else { return }
        for element in elements {
            guard let name = element.key.as(StringLiteralExprSyntax.self), name.representedLiteralValue != nil else {
                throw Fault.error("sources", at: element.key, "the name of a parameter is a string literal")
            }
            guard let source = Source(element.value) else {
                throw Fault.error(
                    "source", at: element.value,
                    "the source of a parameter is .registered, .named, .keyed, .value or .argument")
            }
            sources.append((name, source))
        }
    }
}

/// The source of one parameter.
struct Source {
    enum Kind: String { case registered, named, keyed, value, argument }

    let kind: Kind
    /// The expression, as written.
    let expression: ExprSyntax
    /// The argument, for example the name; empty if there is none.
    let argument: String

    init?(_ expression: ExprSyntax) {
        let call = expression.as(FunctionCallExprSyntax.self)
        let member = (call?.calledExpression ?? expression).as(MemberAccessExprSyntax.self)
        guard let kind = member.flatMap({ Kind(rawValue: $0.declName.baseName.text) }) else { return nil }
        self.kind = kind
        self.expression = expression
        argument = call?.arguments.first?.expression.trimmedDescription ?? ""
    }
}
#endif
