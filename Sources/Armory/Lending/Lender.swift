// Instances that cannot be copied. A container keeps one in an object, and lends it.

/// An object that holds an instance which cannot be copied.
///
/// The registration of the instance is one of this object. An initializer that needs the instance for as long as its
/// own lives takes the object as a parameter.
public final class Lender<Value: ~Copyable> {
    /// The instance, which can be used in place and not be taken out.
    public let value: Value

    init(_ value: consuming Value) { self.value = value }
}

extension Lender: Sendable where Value: Sendable & ~Copyable {}

extension Lender: Sugared where Value: ~Copyable {
    /// The name of the lent type, because callers never ask for the lender.
    ///
    /// Cut from the name of the whole type, because the metatype of a type that cannot be copied is no `Any.Type`.
    package static func typeDisplayName(namingPartsBy name: (any Any.Type) -> String) -> String {
        String(String(describing: Self.self).dropFirst("Lender<".count).dropLast())
    }
}

extension KeepingRegistration {
    /// Registers a type that cannot be copied, and a factory that resolves its dependencies from the resolver.
    ///
    /// ```swift
    /// Singleton(lending: Journal.self) { try Journal(directory: $0.resolve()) }
    /// ```
    ///
    /// ``Container/with(_:_:)-(Value.Type,_)`` lends the instance; it cannot be resolved. Its `deinit` runs when the
    /// container releases it. The body of `onShutdown` finds the instance in ``Lender/value``.
    ///
    /// - Parameters:
    ///   - type: The type of the instance.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    public init<Value: ~Copyable>(
        lending type: Value.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Value
    ) where Instance == Lender<Value> {
        self.init(Instance.self, fileID: fileID, line: line) { Lender(try factory($0)) }
    }

    /// Registers a type that cannot be copied, and a factory without dependencies.
    ///
    /// - Parameters:
    ///   - type: The type of the instance.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    public init<Value: ~Copyable>(
        lending type: Value.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Value
    ) where Instance == Lender<Value> {
        self.init(Instance.self, fileID: fileID, line: line) { Lender(try factory()) }
    }
}

extension Container {
    /// Lends the instance of a type that cannot be copied to a closure.
    ///
    /// ```swift
    /// try container.with(Journal.self) { journal in journal.append("started") }
    /// ```
    ///
    /// Threads may borrow the instance at the same time, so its type is `Sendable`. The instance is created at the first call.
    /// Later calls take no lock, and lend it without a retain.
    ///
    /// - Parameters:
    ///   - type: The type of a registration that lends.
    ///   - body: Uses the instance. It may resolve.
    /// - Returns: The result of `body`.
    /// - Throws: ``ResolutionError``, or the error of `body`.
    @inlinable
    public func with<Value: ~Copyable, R>(_ type: Value.Type, _ body: (borrowing Value) throws -> R) throws -> R {
        try with(Lender<Value>.self) { try body($0.value) }
    }
}
