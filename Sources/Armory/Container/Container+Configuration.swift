extension Container {
    /// How a container behaves.
    public struct Configuration: Sendable {
        /// What happens to a second registration of a key.
        public enum Duplicates: Sendable {
            /// It is refused with ``ResolutionError/Code/duplicate``.
            case refuse
            /// It replaces the first.
            case replace
        }

        /// What happens to a second registration of a key.
        public var duplicates: Duplicates
        /// How long a resolve waits for a factory that runs on another thread or task before it fails with
        /// ``ResolutionError/Code/timedOut``; nil: forever.
        ///
        /// It turns a deadlock that only the program can see, such as a factory that blocks on a thread that waits for
        /// that factory, into an error.
        public var waitLimit: Duration?
        /// Whether building a container first checks the whole graph.
        ///
        /// ``Container/validate(dryRun:)`` checks it at any time.
        public var validates: Bool
        /// Whether types that define how they are created need no registration: see ``Resolvable``.
        ///
        /// If the container forbids it, resolving such a type fails with ``ResolutionError/Code/justInTimeForbidden``, which ends the
        /// process if the type's failure is `Never`.
        public var justInTime: Bool
        /// The time limit for hooks that do not set one, such as
        /// ``KeepingRegistration/onShutdown(within:fileID:line:_:)-(_,_,_,(Self.Instance)->Void)``; nil: no limit.
        ///
        /// When the limit passes, the hook's task is cancelled and no longer waited for. Hooks that do not await have
        /// no limit.
        public var hookLimit: Duration?
        /// The time limit for a whole ``Container/shutdown(within:after:)`` that sets none: for stop hooks, for instances that are being
        /// made, for bodies of scopes and for hooks that close instances; nil: no limit.
        ///
        /// When the limit passes, nothing is waited for any longer: hooks that run are cancelled, and those that have not begun are begun
        /// and cancelled. The default is below the thirty seconds after which Kubernetes ends a process.
        public var stopLimit: Duration?
        /// Receives hook errors that cannot be thrown to a caller: those of a container that was released, or of a
        /// scope whose body threw.
        ///
        /// Any thread calls it, with no lock held.
        public var reportFailure: (@Sendable (ResolutionError) -> Void)?
        /// The environment variables that the conditions of registrations can read; by default those of the process.
        ///
        /// The process's variables are read anew each time, and only if there is a condition. The process must not
        /// change them at the same time. A test passes its own: `.init(environment: ["MAILER": "smtp"])`.
        public var environment: [String: String] {
            get { ownEnvironment ?? ProcessEnvironment.variables }
            set { ownEnvironment = newValue }
        }
        /// The variables that were passed in; nil: those of the process count.
        private var ownEnvironment: [String: String]?
        /// Modules that need not be in the container, but that error messages may point to: "module storage has it".
        public var knownModules: [Module]
        /// The subscribers to events of the container and of the scopes that are opened in it: see ``ContainerEvent``.
        public var subscribers: [any EventSubscriber]
        /// Whether ``Container/graph`` reports how often and how long each factory ran, even without subscribers to
        /// makings, failures or waits, and which registrations each factory has asked for.
        ///
        /// A container that measures does some work at every resolve, also of an existing instance.
        public var measures: Bool

        /// Creates a configuration; the defaults are the safe ones.
        ///
        /// See the properties. Without an `environment`, the process's counts.
        public init(
            duplicates: Duplicates = .refuse, waitLimit: Duration? = .seconds(60), validates: Bool = true,
            justInTime: Bool = true, hookLimit: Duration? = .seconds(15), stopLimit: Duration? = .seconds(25),
            reportFailure: (@Sendable (ResolutionError) -> Void)? = nil, environment: [String: String]? = nil,
            knownModules: [Module] = [], subscribers: [any EventSubscriber] = [], measures: Bool = false
        ) {
            (self.duplicates, self.waitLimit, self.validates) = (duplicates, waitLimit, validates)
            (self.justInTime, self.hookLimit, self.stopLimit) = (justInTime, hookLimit, stopLimit)
            (self.reportFailure, ownEnvironment) = (reportFailure, environment)
            (self.knownModules, self.subscribers, self.measures) = (knownModules, subscribers, measures)
        }
    }
}
