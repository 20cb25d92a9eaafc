/// A registration that makes one instance for each outermost resolve: whatever is built in that resolve shares it,
/// and the next resolve has its own.
///
/// ```swift
/// Graph { Transaction() }
/// Transient { Transfer(debit: try $0(), credit: try $0()) }   // both accounts in one transaction
/// ```
///
/// The container keeps nothing: the instance lives as long as somebody holds it. It stays on the thread that resolves,
/// so its type need not be `Sendable`.
public struct Graph<Instance>: Registration {
    /// What the registration says.
    public var definition: Definition<Instance>

    private init(_ factory: @escaping Factory<Instance>, _ location: SourceLocation) {
        definition = Definition(.graph, at: location, factory: factory)
    }

    /// Registers a factory that asks the resolver for what it needs.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) {
        self.init(factory, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that asks the resolver for what it needs, under a type.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        _ type: Instance.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) {
        self.init(factory, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that needs nothing.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) {
        self.init({ _ in try factory() }, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that needs nothing, under a type.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        _ type: Instance.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) {
        self.init({ _ in try factory() }, SourceLocation(fileID: fileID, line: line))
    }
}
