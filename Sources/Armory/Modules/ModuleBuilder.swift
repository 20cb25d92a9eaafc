/// Collects registrations and modules from a closure's statements, with `if`, `for` and `switch`.
@resultBuilder
public enum ModuleBuilder: Sendable {
    /// One registration or module.
    ///
    /// Disfavoured: where a form for one kind of registration fits, the compiler tries the registration's initializers for that form alone.
    @_disfavoredOverload
    public static func buildExpression(_ element: some ModuleElement) -> any ModuleElement { element }

    /// A list of registrations and modules.
    @_disfavoredOverload
    public static func buildExpression(_ elements: [any ModuleElement]) -> any ModuleElement { ElementList(elements) }

    /// A statement that is no registration, for example an assignment or a log call.
    ///
    /// Optional, so that where a function has two results, the one that is a module comes before the one that is nothing.
    @_disfavoredOverload
    public static func buildExpression(_ nothing: Void?) -> any ModuleElement { ElementList([]) }

    /// The statements in order; more than 250 are ``ResolutionError/Code/blockTooLong``.
    ///
    /// The compiler's time for a block grows with the square of its length: 250 registrations take a third more than the same in blocks
    /// of 50, and 1,000 take three times as much.
    public static func buildBlock(_ elements: any ModuleElement...) -> any ModuleElement { makeBlock(elements) }

    package static func makeBlock(_ elements: [any ModuleElement]) -> any ModuleElement {
        let isLong = elements.count > 250
        return ElementList(isLong ? elements + [LongBlock(elements: elements)] : elements)
    }

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

/// The fault of a block with too many statements.
private struct LongBlock: ModuleElement {
    let elements: [any ModuleElement]

    var moduleContent: Plumbing.ModuleContent {
        Plumbing.ModuleContent(
            kind: .fault(.blockTooLong(statementCount: elements.count, first: firstRegistration(in: elements))))
    }

    /// The first registration, which tells where the block is.
    private func firstRegistration(in elements: [any ModuleElement]) -> Record? {
        for element in elements {
            switch element.moduleContent.kind {
            case .registration(let registration): return registration.record
            case .list(let elements): if let first = firstRegistration(in: elements) { return first }
            default: break
            }
        }
        return nil
    }
}

extension ResolutionError {
    /// The error of a block with too many statements.
    ///
    /// - Parameter first: The block's first registration, if it begins with one.
    static func blockTooLong(statementCount count: Int, first: Record?) -> ResolutionError {
        ResolutionError(
            .blockTooLong, first?.key ?? ServiceKey(Container.self), at: first?.location,
            "A block has \(count) statements, and the compiler takes too long to check it.",
            fix: "split it into modules of at most 250 statements; modules of 50 compile fastest.",
            lines: first == nil ? [] : ["this is the first registration of the block"])
    }
}

/// Several elements as one.
private struct ElementList: ModuleElement {
    let elements: [any ModuleElement]

    init(_ elements: [any ModuleElement]) { self.elements = elements }

    var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .list(elements)) }
}

// Where a `Transient` or a `Graph` is passed to a module, these overloads note whether its type is `Sendable`. The overloads for other
// kinds keep the start-up of programs short: for the form that takes any registration, the runtime creates the type of each registration
// and its conformance.
//
// They are for the two types and not for their protocol: an `any Registration` does not tell, so it takes the form for any
// registration, which notes nothing. Not `@_disfavoredOverload`: for a type that is not `Sendable`, the compiler would prefer the overload
// that requires it.

extension ModuleBuilder {
    /// One registration.
    public static func buildExpression<T>(_ registration: Singleton<T>) -> any ModuleElement {
        registration.definition.erased
    }

    /// One registration.
    public static func buildExpression<T>(_ registration: Shared<T>) -> any ModuleElement {
        registration.definition.erased
    }

    /// One registration.
    public static func buildExpression<T>(_ registration: Scoped<T>) -> any ModuleElement {
        registration.definition.erased
    }

    /// One registration.
    public static func buildExpression<T>(_ registration: Kept<T>) -> any ModuleElement {
        registration.definition.erased
    }

    /// One registration of instances that threads may share.
    public static func buildExpression<T: Sendable>(_ registration: Transient<T>) -> any ModuleElement {
        registration.definition.withNotes(sendability: .isSendable)
    }

    /// One registration of instances that belong to one caller or one graph.
    public static func buildExpression<T>(_ registration: Transient<T>) -> any ModuleElement {
        registration.definition.withNotes(sendability: .isNotSendable)
    }

    /// One registration of instances that threads may share.
    public static func buildExpression<T: Sendable>(_ registration: Graph<T>) -> any ModuleElement {
        registration.definition.withNotes(sendability: .isSendable)
    }

    /// One registration of instances that belong to one caller or one graph.
    public static func buildExpression<T>(_ registration: Graph<T>) -> any ModuleElement {
        registration.definition.withNotes(sendability: .isNotSendable)
    }
}
