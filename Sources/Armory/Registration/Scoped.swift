/// A registration whose instance is made once in each scope of its tag, and kept until that scope's container is closed or
/// released.
///
/// A scope is a container that was made with the tag. Whoever asks, that container or a child of it, is given the instance
/// of the nearest one; the instance is made in the view of that container, so it may hold what lives there and further out.
/// Where there is no scope of the tag around the asker, the error is ``ResolutionError/Code/outsideScope``: so a singleton of
/// the application cannot come to hold a request's object.
///
/// ```swift
/// let application = try Container {
///     Singleton { Database() }
///     Scoped { UnitOfWork(database: try $0()) }              // one in each .request
///     Scoped(.session) { Basket() }
///     Scoped(.session, (any Clock).self) { FrozenClock() }
/// }
/// let request = Container(parents: [application], scope: .request)
/// let work = try request.resolve(UnitOfWork.self)
/// ```
///
/// Where the registration is replaced, the next resolve in a scope that is open makes another instance by the new one; the
/// scope may keep the earlier one to its end.
///
/// All else is as for ``Singleton``: exactly once however many threads ask, a throw is not kept, and the newest is let go
/// first. For a class that is guarded in a way the compiler cannot see, there is ``unchecked(_:_:fileID:line:_:)``.
public struct Scoped<Instance>: Registration {
    /// What the registration says.
    public var definition: Definition<Instance>

    private init(_ tag: ScopeTag, _ factory: @escaping Factory<Instance>, _ location: SourceLocation) {
        let traits = BindingTraits(lifetime: .scoped, location: location, scope: tag)
        definition = Definition(ScopedBinding(traits, factory: factory))
    }

    /// Registers a factory that asks the resolver for what it needs, in ``ScopeTag/request``.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) where Instance: Sendable {
        self.init(.request, factory, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that needs nothing, in ``ScopeTag/request``.
    ///
    /// - Parameters:
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) where Instance: Sendable {
        self.init(.request, { _ in try factory() }, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that asks the resolver for what it needs, under a type, in ``ScopeTag/request``.
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
    ) where Instance: Sendable {
        self.init(.request, factory, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that needs nothing, under a type, in ``ScopeTag/request``.
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
    ) where Instance: Sendable {
        self.init(.request, { _ in try factory() }, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that asks the resolver for what it needs, in the scopes of a tag.
    ///
    /// - Parameters:
    ///   - tag: The scopes that have an instance each.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        _ tag: ScopeTag,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) where Instance: Sendable {
        self.init(tag, factory, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that needs nothing, in the scopes of a tag.
    ///
    /// - Parameters:
    ///   - tag: The scopes that have an instance each.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        _ tag: ScopeTag,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) where Instance: Sendable {
        self.init(tag, { _ in try factory() }, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that asks the resolver for what it needs, under a type, in the scopes of a tag.
    ///
    /// - Parameters:
    ///   - tag: The scopes that have an instance each.
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        _ tag: ScopeTag,
        _ type: Instance.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) where Instance: Sendable {
        self.init(tag, factory, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers a factory that needs nothing, under a type, in the scopes of a tag.
    ///
    /// - Parameters:
    ///   - tag: The scopes that have an instance each.
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public init(
        _ tag: ScopeTag,
        _ type: Instance.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) where Instance: Sendable {
        self.init(tag, { _ in try factory() }, SourceLocation(fileID: fileID, line: line))
    }

    /// Registers an instance whose type is not `Sendable`, on the word of the caller that threads may share it.
    ///
    /// - Parameters:
    ///   - tag: The scopes that have an instance each.
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public static func unchecked(
        _ tag: ScopeTag = .request,
        _ type: Instance.Type = Instance.self,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) -> Self {
        Self(tag, factory, SourceLocation(fileID: fileID, line: line))
    }
}
