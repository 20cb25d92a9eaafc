/// A typed key: what is registered and what is resolved under it has its type.
///
/// Keys are declared once, as properties of ``Keys``:
///
/// ```swift
/// extension Keys {
///     var orders: Key<any Orders> { Key() }
///     var archive: Key<any Orders> { Key(named: "archive") }
/// }
/// let container = try Container {
///     Singleton(\.orders, SQLOrders.init)
///     Singleton(\.archive, FileOrders.init)
/// }
/// let orders = try container[\.orders]
/// ```
///
/// A key that is not declared does not compile, and `container[\.` completes to those that are. A key without a name is the
/// one that a parameter of its type means too.
public struct Key<Service>: Sendable {
    @usableFromInline let qualifier: AnyQualifier?

    /// The key of the type alone.
    public init() {
        qualifier = nil
    }

    /// The key of the type under a name.
    public init(named name: Name) {
        qualifier = Qualifier(name)
    }

    /// The key of the type under a qualifier.
    public init(qualifier: some Hashable & Sendable) {
        self.qualifier = Qualifier(qualifier)
    }
}

/// Where typed keys are declared; see ``Key``.
public struct Keys: Sendable {
    /// What key paths begin at.
    @usableFromInline static let all = Keys()
}
