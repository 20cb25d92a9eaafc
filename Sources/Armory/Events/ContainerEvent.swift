/// An event in a container, such as a resolve or the creation of an instance.
///
/// A container notifies the ``EventSubscriber``s in its ``Container/Configuration/subscribers``. An event is a value:
/// keep it, send it, count it.
public enum ContainerEvent: Sendable {
    /// A registration was added to the container.
    case registered(RegistrationInfo)
    /// An instance was resolved, an existing one or a new one.
    case resolved(Resolve)
    /// A factory has returned.
    case made(Making)
    /// A factory has thrown.
    case failed(Making, any Error)
    /// A thread or a task waited for an instance that another one was creating.
    case waited(Wait)
    /// The container has released an instance, and the closures that close it have run.
    case closed(Closing)
    /// A scope was opened.
    case opened(ScopeInfo)
    /// A scope has ended, and its instances are closed.
    case ended(ScopeInfo, ScopeOutcome)

    /// A set of kinds of events.
    public struct Kinds: OptionSet, Sendable, Hashable {
        /// One bit for each kind.
        public let rawValue: UInt8

        /// Creates the set with these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// ``ContainerEvent/registered(_:)``.
        public static let registered = Kinds(rawValue: 1)
        /// ``ContainerEvent/resolved(_:)``.
        ///
        /// If no subscriber asks for this kind, and the container does not measure, resolving an existing instance takes the fast path.
        public static let resolved = Kinds(rawValue: 2)
        /// ``ContainerEvent/made(_:)``.
        public static let made = Kinds(rawValue: 4)
        /// ``ContainerEvent/failed(_:_:)``.
        public static let failed = Kinds(rawValue: 8)
        /// ``ContainerEvent/waited(_:)``.
        public static let waited = Kinds(rawValue: 16)
        /// ``ContainerEvent/closed(_:)``.
        public static let closed = Kinds(rawValue: 32)
        /// ``ContainerEvent/opened(_:)`` and ``ContainerEvent/ended(_:_:)``.
        public static let scopes = Kinds(rawValue: 64)
        /// All kinds.
        public static let all = Kinds(rawValue: 127)
    }

    /// The kind of the event.
    public var kind: Kinds {
        switch self {
        case .registered: .registered
        case .resolved: .resolved
        case .made: .made
        case .failed: .failed
        case .waited: .waited
        case .closed: .closed
        case .opened, .ended: .scopes
        }
    }
}

extension ContainerEvent {
    /// The resolve of an instance.
    public struct Resolve: Sendable {
        /// The resolved registration.
        public let registration: RegistrationInfo
        /// The container that `resolve` was called on.
        public let container: UInt64
    }

    /// A factory has returned.
    public struct Making: Sendable {
        /// The registration of the factory.
        public let registration: RegistrationInfo
        /// The container in whose view the instance was created.
        public let container: UInt64
        /// The tag of the innermost scope that the container is or is inside; nil: none.
        public let scope: ScopeTag?
        /// The registration whose factory needs this one; nil: it was resolved from outside of a factory.
        public let asker: RegistrationInfo?
        /// The time from the factory's call to its return, including its dependencies.
        public let span: TimeSpan
        /// The thread that the factory returned on.
        public let thread: UInt64
        /// Whether the factory awaits.
        public let awaits: Bool
    }

    /// A wait for an instance that was created elsewhere.
    public struct Wait: Sendable {
        /// The registration that was waited for.
        public let registration: RegistrationInfo
        /// The container of the registration.
        public let container: UInt64
        /// The registration whose factory waited; nil: the wait was outside of a factory.
        public let asker: RegistrationInfo?
        /// The time from the beginning of the wait to its end.
        public let span: TimeSpan
        /// The thread that waited.
        public let thread: UInt64
        /// The thread that was creating the instance, if a thread waited for it; nil: a task was, or a task waited.
        public let maker: UInt64?
    }

    /// The closing of an instance that its container released.
    public struct Closing: Sendable {
        /// The registration of the closed instance.
        public let registration: RegistrationInfo
        /// The container that held the instance.
        public let container: UInt64
        /// The time from the beginning of the closing to its end.
        public let span: TimeSpan
        /// The errors that its hooks threw.
        public let errors: [ResolutionError]
    }

    /// The description of a scope.
    public struct ScopeInfo: Sendable {
        /// The scope's container.
        public let container: UInt64
        /// The scope's tag.
        public let tag: ScopeTag
        /// The container that the scope was opened in.
        public let parent: UInt64
        /// The location of the code that opened the scope.
        ///
        /// For the scope of a request, it is the location of the middleware that gives requests their scopes.
        public let location: CodeLocation
        /// The time from the opening to the event.
        public internal(set) var span: TimeSpan
        /// The scope's seeds; nil in ``ContainerEvent/ended(_:_:)``.
        var seed: (@Sendable (ServiceKey) -> Any?)?

        /// Returns the seed of a type that the scope is opened with.
        ///
        /// ```swift
        /// if case .opened(let scope) = event, let request = scope.seed(Request.self) { ... }
        /// ```
        ///
        /// The event of an opening holds all seeds of the scope for as long as it is kept: keep copies of values instead.
        ///
        /// - Parameter type: The type that the seed was created with.
        /// - Returns: The value; nil in ``ContainerEvent/ended(_:_:)``, and for a seed that has another type or a name.
        public func seed<T: Sendable>(_ type: T.Type = T.self) -> T? {
            // Not a cast of the optional: nil is an `Any` too.
            guard let value = seed?(ServiceKey(type)) else { return nil }
            return value as? T
        }
    }
}
