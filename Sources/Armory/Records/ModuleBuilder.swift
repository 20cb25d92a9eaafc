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

    /// No statement.
    public static func buildBlock() -> Plumbing.Statements { Plumbing.Statements([]) }

    /// The first statement, which is a registration.
    public static func buildPartialBlock(first: Plumbing.AnyRegistration) -> Plumbing.Statements {
        Plumbing.Statements([first])
    }

    /// The first statement, which is another element or a list of elements.
    public static func buildPartialBlock(first: [any ModuleElement]) -> Plumbing.Statements {
        Plumbing.Statements(first)
    }

    /// The first statement, which contains statements itself.
    public static func buildPartialBlock(first: Plumbing.Statements) -> Plumbing.Statements { first }

    /// The statements so far, and the next one, which is a registration.
    public static func buildPartialBlock(
        accumulated: Plumbing.Statements, next: consuming Plumbing.AnyRegistration
    ) -> Plumbing.Statements {
        unsafe accumulated.elements.append(next)
        return accumulated
    }

    /// The statements so far, and the next one, which is another element or a list of elements.
    public static func buildPartialBlock(
        accumulated: Plumbing.Statements, next: [any ModuleElement]
    ) -> Plumbing.Statements {
        unsafe accumulated.elements += next
        return accumulated
    }

    /// The statements so far, and the next one, which contains statements itself.
    public static func buildPartialBlock(
        accumulated: Plumbing.Statements, next: Plumbing.Statements
    ) -> Plumbing.Statements {
        buildPartialBlock(accumulated: accumulated, next: unsafe next.elements)
    }

    /// The rounds of a loop.
    public static func buildArray(_ rounds: [Plumbing.Statements]) -> Plumbing.Statements {
        Plumbing.Statements(rounds.flatMap { unsafe $0.elements })
    }

    /// An `if` without `else`.
    public static func buildOptional(_ block: Plumbing.Statements?) -> Plumbing.Statements {
        block ?? Plumbing.Statements([])
    }

    /// The first branch of a condition.
    public static func buildEither(first block: Plumbing.Statements) -> Plumbing.Statements { block }

    /// The other branch of a condition.
    public static func buildEither(second block: Plumbing.Statements) -> Plumbing.Statements { block }

    /// The statements of `if #available`.
    public static func buildLimitedAvailability(_ block: Plumbing.Statements) -> Plumbing.Statements { block }

    /// All statements.
    public static func buildFinalResult(_ block: Plumbing.Statements) -> [any ModuleElement] {
        unsafe block.elements
    }
}

extension Plumbing {
    /// The elements of the statements of a block, in order.
    ///
    /// An object, because a builder's functions would copy an array for each statement that they add to it.
    public final class Statements {
        // Unchecked: only the builder's functions have it, and no other code runs during an access.
        @exclusivity(unchecked) fileprivate var elements: [any ModuleElement]

        fileprivate init(_ elements: [any ModuleElement]) {
            unsafe self.elements = elements
        }
    }
}

@available(*, unavailable, message: "The statements of a block are collected on one thread.")
extension Plumbing.Statements: Sendable {}
