/// A dependency that is resolved again at every call.
///
/// ```swift
/// final class Worker: Sendable {
///     let jobs: Provider<Job>                         // injected: init(jobs: Provider<Job>)
///     let clocks = Provider<Clock>()                  // or from the container that is current
///     @Provider var clock: Clock               // the same as a property wrapper; not in a Sendable class
///
///     func run() throws { try jobs().run() }
/// }
/// ```
///
/// It works on any thread, inside a factory and later, as long as the container lives; after that a call throws
/// ``ResolutionError/Code/closed``. It does not keep the container alive. A cycle may lead through it.
///
/// Each call is a graph of its own: it finds no `Graph` instance of the factory that the `Provider` was injected into.
@propertyWrapper
public struct Provider<T> {
    private let origin: DeferredOrigin

    package init(origin: DeferredOrigin) { self.origin = origin }

    /// Creates a dependency on the instance registered for the type.
    ///
    /// - Parameters:
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init(
        named name: RegistrationName? = nil, container: Container? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(origin: DeferredOrigin(named: name, container, at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Creates a dependency on an instance created from arguments.
    ///
    /// - Parameters:
    ///   - first: A value of exactly the type that the registration names.
    ///   - rest: The others, in the order of the registration.
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init<First: Sendable, each Rest: Sendable>(
        arguments first: First, _ rest: repeat each Rest, named name: RegistrationName? = nil,
        container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let all = DeferredArguments(first, repeat each rest)
        self.init(origin: DeferredOrigin(container, name?.qualifier, at: location, all))
    }

    /// Resolves an instance.
    ///
    /// - Throws: ``ResolutionError``: `closed` if the container is gone, `noCurrent` if no container is current, or the
    ///   error of the resolve.
    /// - Complexity: The cost of a resolve.
    public func callAsFunction() throws(ResolutionError) -> T { try origin.resolve(T.self) }

    /// Resolves an instance, and awaits its factory if necessary.
    ///
    /// - Throws: ``ResolutionError``, as a call does and as ``Container/resolveAsync(_:named:)`` does.
    public func resolveAsync() async throws(ResolutionError) -> T { try await origin.resolveAsync(T.self) }

    /// A newly resolved instance, for `@Provider`.
    ///
    /// - Precondition: The dependency can be resolved. Otherwise the process ends with the message of the
    ///   ``ResolutionError``. A call of the projected value throws the error instead.
    public var wrappedValue: T { trapOnError(at: origin.location) { () throws(ResolutionError) in try self() } }

    /// The dependency itself: `try $clock()`.
    public var projectedValue: Provider { self }
}

extension Provider: Sendable where T: Sendable {}

extension Provider: Deferred {
    package typealias Service = T
}

extension Provider: CustomReflectable {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }
}
