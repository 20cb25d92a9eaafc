#if Macros
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// The code that creates an instance: a call of an initializer or function, or a read of a property.
struct Maker {
    /// The name in the call, for example `SQLOrders` or `Self.database`.
    ///
    /// For a struct, it is `Self`, because a nested type may have the same name. For a class, it is not: the compiler rejects
    var callee: String
    /// The type of the instance.
    var type: String
    /// The parameters in order; nil for a property.
    var parameters: [MakerParameter]?
    var isThrowing = false
    /// Whether it is async or isolated to a global actor.
    var isAwaited = false
}

/// A parameter of an initializer or function.
struct MakerParameter {
    /// For example `for`; nil if there is no label.
    let label: String?
    /// The name inside the function.
    ///
    /// The attribute names the parameter by it if there is no label.
    let name: String
    let type: TypeSyntax
    let hasDefault: Bool
    /// The parameter in the source; nil for a stored property.
    var node: FunctionParameterSyntax?
    /// The source in the attribute; nil if the type determines the source.
    var source: Source?

    /// Whether the expansion passes a value.
    var isPassed: Bool { !hasDefault || source != nil }

    /// The name in the expansion's closure.
    ///
    /// The name in the source could shadow the function that the closure calls.
    static func local(_ index: Int) -> String { "parameter\(index + 1)" }

    /// The type of the closure's parameter.
    ///
    /// A function parameter is escaping, because the container creates the function.
    var closureType: String { (type.isFunction ? "@escaping " : "") + plainType }

    /// The type without `@escaping`, `consuming` and `sending`; the call itself adds the last two.
    var plainType: String {
        guard let attributed = type.as(AttributedTypeSyntax.self) else { return type.trimmedDescription }
        let attributes = attributed.attributes.map(\.trimmedDescription).filter { $0 != "@escaping" }
        return (attributes + [attributed.baseType.trimmedDescription]).joined(separator: " ")
    }

    /// The expression of the metatype.
    var metatype: String { Maker.metatype(plainType) }
}

extension Maker {
    /// The expression of a type's metatype.
    static func metatype(_ type: String) -> String {
        let isPlain = ["any ", "some ", "&", "->", "@"].allSatisfy { !type.contains($0) }
        return isPlain ? "\(type).self" : "(\(type)).self"
    }

    /// The parameters of a function's or initializer's list.
    static func parameters(_ list: FunctionParameterListSyntax) -> [MakerParameter] {
        list.map { node in
            MakerParameter(
                label: node.firstName.text == "_" ? nil : node.firstName.unescaped,
                name: (node.secondName ?? node.firstName).text, type: node.type,
                hasDefault: node.defaultValue != nil, node: node)
        }
    }

    /// The parameters of a struct's memberwise initializer, in its order.
    ///
    /// A constant with a value is not a parameter. A variable with a value is a parameter with a default, and so is a variable
    /// with a property wrapper, because most wrappers create the value themselves.
    static func memberwise(_ members: MemberBlockItemListSyntax) -> [MakerParameter] {
        members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter(\.isStoredInInstances).flatMap { variable in
            // In `let a, b: Int`, only the last variable has the type of both.
            let last = variable.bindings.last?.typeAnnotation?.type
            return variable.bindings.compactMap { binding -> MakerParameter? in
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier, binding.isStored,
                    let type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? last : nil)
                else { return nil }
                let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
                if binding.initializer != nil, isConstant { return nil }
                return MakerParameter(
                    label: name.unescaped, name: name.text, type: type,
                    hasDefault: binding.initializer != nil || !isConstant && variable.attributes.hasPropertyWrapper)
            }
        }
    }

    /// Gives parameters the sources that the attribute names.
    mutating func take(_ sources: [(name: StringLiteralExprSyntax, source: Source)]) throws {
        for (literal, source) in sources {
            let name = literal.representedLiteralValue ?? ""
            let names = (parameters ?? []).map { $0.label ?? $0.name }
            guard let index = names.firstIndex(of: name) else {
                let known = names.isEmpty ? "it has none" : "it has: \(names.joined(separator: ", "))"
                throw Fault.error("parameterName", at: literal, "no parameter is named '\(name)'; \(known)")
            }
            parameters?[index].source = source
        }
    }

    /// Throws if an expansion cannot pass a parameter.
    func check() throws {
        for parameter in parameters ?? [] where parameter.isPassed {
            guard let node = parameter.node else { continue }
            if let ellipsis = node.ellipsis {
                let list = node.with(\.ellipsis, nil).with(\.type, "[\(node.type.trimmed)]")
                throw Fault.error(
                    "variadic", at: ellipsis,
                    "a variadic parameter cannot be resolved; a list of all registered instances is an array",
                    fixIts: [Fault.fix("change it to an array", node, by: list)])
            }
            if let some = node.type.tokens(viewMode: .sourceAccurate).first(where: { $0.tokenKind == .keyword(.some) })
            {
                throw Fault.error(
                    "opaqueParameter", at: node.type,
                    "a parameter of an opaque type has no type that a registration can name",
                    fixIts: [Fault.fix("replace 'some' by 'any'", some, by: some.with(\.tokenKind, .keyword(.any)))])
            }
            let attributed = node.type.as(AttributedTypeSyntax.self)
            if attributed?.specifiers.contains(where: { $0.trimmedDescription == "inout" }) == true {
                throw Fault.error("inout", at: node.type, "an inout parameter cannot be resolved")
            }
            if attributed?.attributes.named("autoclosure") != nil {
                throw Fault.error(
                    "autoclosure", at: node.type,
                    "an @autoclosure parameter cannot be resolved: take a value or a function")
            }
        }
    }
}

extension TokenSyntax {
    /// The name without backticks, because the compiler warns about them in a call's label; with backticks if the name needs them.
    var unescaped: String {
        let name = text.filter { $0 != "`" }
        let isNeeded = ["inout", "let", "var"].contains(name) || name.contains { !$0.isPartOfName }
        return isNeeded ? text : name
    }
}

extension Character {
    /// Whether a name without backticks can contain the character.
    fileprivate var isPartOfName: Bool {
        self == "_" || self == "$" || "_\(self)".isValidSwiftIdentifier(for: .variableName)
    }
}

extension TypeSyntax {
    /// Whether it is a function type, as far as its text shows.
    fileprivate var isFunction: Bool {
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.isFunction }
        if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
            return tuple.elements.first?.type.isFunction == true
        }
        return self.is(FunctionTypeSyntax.self)
    }
}

extension VariableDeclSyntax {
    /// Whether each instance stores it from the start: it is not static and not lazy.
    fileprivate var isStoredInInstances: Bool {
        !modifiers.contains { ["static", "class", "lazy"].contains($0.name.text) }
    }
}

extension PatternBindingSyntax {
    /// Whether it is not a computed property.
    fileprivate var isStored: Bool {
        switch accessorBlock?.accessors {
        case nil: true
        case .getter: false
        case .accessors(let list): list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }
}
#endif
