/// A registration whose instance is made once in each scope of its tag, and kept until that scope ends.
///
/// ``Container/withScope(_:seeds:isolation:_:)`` opens a scope and ends it. Whoever asks in it, or in a scope inside it, is given
/// the instance of the nearest one; the instance is made in the view of that scope, so it may hold what lives there and
/// further out. Where there is no scope of the tag around the asker, the error is ``ResolutionError/Code/outsideScope``: so a
/// singleton of the application cannot come to hold a request's object.
///
/// ```swift
/// let application = try Container {
///     Singleton { Database() }
///     Scoped(UnitOfWork.init)                              // one in each .request
///         .onShutdown { work in try work.close() }
///     Scoped { Basket() }.in(.session)
///     Scoped((any Clock).self, FrozenClock.init).in(.session)
/// }
/// try await application.withScope(.request) { scope in
///     let work = try scope.resolve(UnitOfWork.self)
/// }
/// ```
///
/// Where the registration is replaced, the next resolve in a scope that is open makes another instance by the new one; the
/// scope may keep the earlier one to its end.
///
/// All else is as for ``Singleton``: exactly once however many threads ask, a throw is not kept, and the newest is let go
/// first. For a class that is guarded in a way the compiler cannot see, there is ``unchecked(_:in:fileID:line:_:)``.
public struct Scoped<Instance: Sendable>: InferringRegistration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Registers what a recipe says, in ``ScopeTag/request``.
    ///
    /// The other initializers make one.
    public init(recipe: Recipe<Instance>) {
        definition = Definition(in: .request, recipe)
    }

    /// The same in the scopes of another tag.
    public func `in`(_ tag: ScopeTag) -> Self {
        var copy = self
        copy.definition.change { $0.scope = tag }
        return copy
    }
}

extension Scoped where Instance == Never {
    /// Registers an instance whose type is not `Sendable`, on the word of the caller that threads may share it.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - tag: The tag of the scopes that it lives in.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance. It may run on any thread.
    public static func unchecked<T>(
        _ type: T.Type = T.self,
        in tag: ScopeTag = .request,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> T
    ) -> Unchecked<T> {
        Unchecked(in: tag, Recipe(at: SourceLocation(fileID: fileID, line: line), factory: factory))
    }
}
