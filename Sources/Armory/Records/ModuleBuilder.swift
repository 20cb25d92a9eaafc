/// Collects registrations and modules from a closure's statements, with `if`, `for` and `switch`.
@resultBuilder
public enum ModuleBuilder: Sendable {
    /// One registration or module.
    public static func buildExpression(_ element: some ModuleElement) -> any ModuleElement { element }

    /// A list of registrations and modules.
    @_disfavoredOverload
    public static func buildExpression(_ elements: [any ModuleElement]) -> any ModuleElement { ElementList(elements) }

    /// A list of registrations.
    @_disfavoredOverload
    public static func buildExpression(_ registrations: [any Registration]) -> any ModuleElement {
        ElementList(registrations)
    }

    /// A list of modules.
    @_disfavoredOverload
    public static func buildExpression(_ modules: [Module]) -> any ModuleElement { ElementList(modules) }

    /// A statement that is no registration, for example an assignment or a log call.
    @_disfavoredOverload
    public static func buildExpression(_ nothing: Void) -> any ModuleElement { ElementList([]) }

    /// The statements in order.
    public static func buildBlock(_ elements: any ModuleElement...) -> any ModuleElement { ElementList(elements) }

    /// The rounds of a loop.
    public static func buildArray(_ rounds: [any ModuleElement]) -> any ModuleElement { ElementList(rounds) }

    /// An `if` without `else`.
    public static func buildOptional(_ block: (any ModuleElement)?) -> any ModuleElement { block ?? ElementList([]) }

    /// The first branch of a condition.
    public static func buildEither(first block: any ModuleElement) -> any ModuleElement { block }

    /// The other branch of a condition.
    public static func buildEither(second block: any ModuleElement) -> any ModuleElement { block }

    /// The statements of `if #available`.
    public static func buildLimitedAvailability(_ block: any ModuleElement) -> any ModuleElement { block }

    /// All statements.
    public static func buildFinalResult(_ block: any ModuleElement) -> [any ModuleElement] {
        if case .list(let elements) = block.moduleContent.kind { elements } else { [block] }
    }
}

/// Several elements as one.
private struct ElementList: ModuleElement {
    let elements: [any ModuleElement]

    init(_ elements: [any ModuleElement]) { self.elements = elements }

    var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .list(elements)) }
}
