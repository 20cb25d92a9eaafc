/// A key that fixes the type of the instances registered and resolved under it.
///
/// Keys are declared once, as properties of ``TypedKeys``:
///
/// ```swift
/// extension TypedKeys {
///     var orders: TypedKey<any Orders> { TypedKey() }
///     var archive: TypedKey<any Orders> { TypedKey(named: "archive") }
/// }
/// let container = try Container {
///     Singleton((any Orders).self, SQLOrders.init).keyed(\.orders)
///     Singleton((any Orders).self, FileOrders.init).keyed(\.archive)
/// }
/// let orders = try container.resolve(keyed: \.orders)
/// ```
///
/// The use of an undeclared key does not compile, and `container.resolve(keyed: \.` completes to the declared keys. A parameter of the
/// type, without a name, uses the key without a name.
public struct TypedKey<Service>: Sendable {
    @usableFromInline let qualifier: AnyQualifier?

    /// Creates the key of the type, with a name or without one.
    public init(named name: RegistrationName? = nil) { qualifier = name?.qualifier }
}

/// The namespace in which typed keys are declared; see ``TypedKey``.
public struct TypedKeys: Sendable {
    /// The root value of the key paths.
    @usableFromInline static let all = TypedKeys()
}

extension KeyPath where Root == TypedKeys {
    /// The name of the key.
    func qualifierOfTypedKey<T>() -> AnyQualifier? where Value == TypedKey<T> { TypedKeys.all[keyPath: self].qualifier }
}
