/// A key that fixes the type of the instances registered and resolved under it.
///
/// Keys are declared once, as properties of ``TypedKeys``:
///
/// ```swift
/// extension Keys {
///     var orders: Key<any Orders> { Key() }
///     var archive: Key<any Orders> { Key(named: "archive") }
/// }
/// let container = try Container {
///     Singleton(\.orders) { SQLOrders(ledger: try $0()) }
///     Singleton((any Orders).self, FileOrders.init).keyed(\.archive)
/// }
/// let orders = try container[\.orders]
/// ```
///
/// The use of an undeclared key does not compile, and `container[\.` completes to the declared keys. A parameter of the
/// type, without a name, uses the key without a name.
public struct TypedKey<Service>: Sendable {
    @usableFromInline let qualifier: AnyQualifier?

    /// Creates the key of the type without a name or qualifier.
    public init() { qualifier = nil }

    /// Creates the key of the type with a name.
    public init(named name: RegistrationName) { qualifier = Qualifier(name) }

    /// Creates the key of the type with a qualifier.
    public init(qualifier: some Hashable & Sendable) { self.qualifier = Qualifier(qualifier) }
}

/// The namespace in which typed keys are declared; see ``TypedKey``.
public struct Keys: Sendable {
    /// The root value of the key paths.
    @usableFromInline static let all = TypedKeys()
}
