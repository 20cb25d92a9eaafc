/// Something that has happened in a container.
///
/// A container tells the ``EventSubscriber``s of its ``Container/Configuration/subscribers``. An event is a value: keep it, send it,
/// count it.
public enum ContainerEvent: Sendable {
    /// A registration came into the container.
    case registered(RegistrationInfo)
    /// Somebody was given an instance, one that was there or one that was made for it.
    ///
    /// Not told: an instance that a factory which awaits has made, where it is had without awaiting.
    case resolved(Resolve)
    /// A factory has returned.
    case made(Making)
    /// A factory has thrown.
    case failed(Failure)
    /// A thread or a task has waited for an instance that another one was making.
    case waited(Wait)
    /// The container has let go of an instance, and what closes it has run.
    case closed(Closing)
    /// A scope was opened.
    case opened(ScopeInfo)
    /// A scope has ended, and all that was in it was closed.
    case ended(ScopeInfo, ScopeEnd)

    /// The kinds that there are.
    public struct Kinds: OptionSet, Sendable, Hashable {
        /// One bit for each kind.
        public let rawValue: UInt8

        /// The kinds of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// ``ContainerEvent/registered(_:)``.
        public static let registered = Kinds(rawValue: 1)
        /// ``ContainerEvent/resolved(_:)``.
        ///
        /// Where nobody asks for these, an instance that is there is had by the fast way.
        public static let resolved = Kinds(rawValue: 2)
        /// ``ContainerEvent/made(_:)``.
        public static let made = Kinds(rawValue: 4)
        /// ``ContainerEvent/failed(_:)``.
        public static let failed = Kinds(rawValue: 8)
        /// ``ContainerEvent/waited(_:)``.
        public static let waited = Kinds(rawValue: 16)
        /// ``ContainerEvent/closed(_:)``.
        public static let closed = Kinds(rawValue: 32)
        /// ``ContainerEvent/opened(_:)`` and ``ContainerEvent/ended(_:_:)``.
        public static let scopes = Kinds(rawValue: 64)
        /// All of them.
        public static let all = Kinds(rawValue: 127)
    }

    /// What kind of event it is.
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
    /// An instance was given to whoever asked for it.
    public struct Resolve: Sendable {
        /// What was asked for.
        public let registration: RegistrationInfo
        /// The container that was asked.
        public let container: ContainerID
    }

    /// A factory has returned.
    public struct Making: Sendable {
        /// What the factory is of.
        public let registration: RegistrationInfo
        /// The container in whose view the instance was made.
        public let container: ContainerID
        /// The tag of the innermost scope that the container is or lies in; nil: none.
        public let scope: ScopeTag?
        /// The registration whose factory has asked for this one; nil: it was asked for from outside.
        public let asker: RegistrationInfo?
        /// From the factory's call to its return, with all that it asked for.
        public let span: TimeSpan
        /// The thread that the factory has returned on.
        public let thread: ThreadID
        /// Whether the factory awaits.
        public let awaits: Bool
    }

    /// A factory has thrown.
    public struct Failure: Sendable {
        /// What was being made.
        public let making: Making
        /// What the factory has thrown.
        public let error: any Error
    }

    /// Somebody has waited for an instance that was being made elsewhere, or for a turn in a container that builds one at a time.
    public struct Wait: Sendable {
        /// What was waited for; nil: for a turn.
        public let registration: RegistrationInfo?
        /// The container that has it.
        public let container: ContainerID
        /// The registration whose factory has waited; nil: it was asked for from outside.
        public let asker: RegistrationInfo?
        /// From the beginning of the wait to its end.
        public let span: TimeSpan
        /// Who has waited.
        public let thread: ThreadID
        /// Who was making it, where it is a thread; nil: a task.
        public let maker: ThreadID?
    }

    /// An instance was let go of.
    public struct Closing: Sendable {
        /// What was closed.
        public let registration: RegistrationInfo
        /// The container that had it.
        public let container: ContainerID
        /// From the beginning of what closes it to its end.
        public let span: TimeSpan
        /// What its hooks have thrown.
        public let errors: [ResolutionError]
    }

    /// A scope.
    public struct ScopeInfo: Sendable {
        /// The scope.
        public let container: ContainerID
        /// What it is.
        public let tag: ScopeTag
        /// The container that it was opened in.
        public let parent: ContainerID
        /// From its opening until now.
        public let span: TimeSpan
    }
}

/// A container, by a number that no other of the process has had.
public struct ContainerID: Hashable, Sendable, CustomStringConvertible {
    /// The number, from 1, in the order of making.
    public let number: UInt64

    init(number: UInt64) { self.number = number }

    /// `#7`.
    public var description: String { "#\(number)" }
}

/// A thread of the process, by a number.
public struct ThreadID: Hashable, Sendable, CustomStringConvertible {
    /// What the system calls it: on Linux the number that `ps` shows.
    public let number: UInt64

    init(number: UInt64) { self.number = number }

    /// The number.
    public var description: String { "\(number)" }
}

/// From one moment to another, on the clock that stands still for nobody.
public struct TimeSpan: Hashable, Sendable {
    /// Nanoseconds from the clock's beginning.
    ///
    /// The system's monotonic clock (`CLOCK_MONOTONIC` of POSIX): the spans of one process are comparable.
    public let start: UInt64
    /// Nanoseconds from the clock's beginning.
    public let end: UInt64

    /// A span.
    public init(start: UInt64, end: UInt64) {
        self.start = start
        self.end = max(start, end)
    }

    /// How long it is.
    public var duration: Duration { .nanoseconds(Int64(clamping: end - start)) }
}
