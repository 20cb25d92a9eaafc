/// Collects registrations and modules from a closure's statements, with `if`, `for` and `switch`.
@resultBuilder
public enum ModuleBuilder: Sendable {
    /// One registration or module.
    public static func buildExpression(_ element: some ModuleElement) -> [any ModuleElement] { [element] }

    /// A list of registrations and modules.
    @_disfavoredOverload
    public static func buildExpression(_ elements: [any ModuleElement]) -> [any ModuleElement] { elements }

    /// A list of registrations.
    @_disfavoredOverload
    public static func buildExpression(_ registrations: [any Registration]) -> [any ModuleElement] { registrations }

    /// A list of modules.
    @_disfavoredOverload
    public static func buildExpression(_ modules: [Module]) -> [any ModuleElement] { modules }

    /// A statement that is no registration, for example an assignment or a log call.
    @_disfavoredOverload
    public static func buildExpression(_ nothing: Void) -> [any ModuleElement] { [] }

    /// The statements in order.
    public static func buildBlock(_ parts: [any ModuleElement]...) -> [any ModuleElement] { parts.flatMap(\.self) }

    /// The rounds of a loop.
    public static func buildArray(_ parts: [[any ModuleElement]]) -> [any ModuleElement] { parts.flatMap(\.self) }

    /// An `if` without `else`.
    public static func buildOptional(_ part: [any ModuleElement]?) -> [any ModuleElement] { part ?? [] }

    /// The first branch of a condition.
    public static func buildEither(first part: [any ModuleElement]) -> [any ModuleElement] { part }

    /// The other branch of a condition.
    public static func buildEither(second part: [any ModuleElement]) -> [any ModuleElement] { part }

    /// The statements of `if #available`.
    public static func buildLimitedAvailability(_ part: [any ModuleElement]) -> [any ModuleElement] { part }
}
