/// Why a container could not do what it was asked to: what it is about, the way to it, where it is written, and how to
/// mend it.
///
/// ```
/// OrderService needs any Orders, which is not registered.
///   path: CheckoutController → OrderService → any Orders
///   OrderService is registered at Shop/Wiring.swift:12
///   near: any Orders named "primary", registered at Shop/Wiring.swift:9
///   fix: register any Orders without a qualifier, or resolve it with named: "primary".
/// ```
public struct ResolutionError: Error, CustomStringConvertible {
    /// The kind of a ``ResolutionError``.
    ///
    /// New kinds may come, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// Nothing is registered under the key.
        public static let missing = Code(description: "missing")
        /// The key was registered, and removed.
        public static let removed = Code(description: "removed")
        /// The key is registered already.
        public static let duplicate = Code(description: "duplicate")
        /// An instance is needed to make itself.
        public static let cycle = Code(description: "cycle")
        /// The graph is deeper than the thread's stack allows.
        public static let tooDeep = Code(description: "tooDeep")
        /// The registration takes other arguments than it was given, or none.
        public static let wrongArguments = Code(description: "wrongArguments")
        /// A factory or an injection threw; the error is the ``ResolutionError/underlying`` one.
        public static let factoryFailed = Code(description: "factoryFailed")
        /// A value type is registered as `Shared`, which only an object can be.
        public static let valueTypeShared = Code(description: "valueTypeShared")
        /// An injection put another object in the place of one that belongs to a cycle.
        public static let replacedWhileInjecting = Code(description: "replacedWhileInjecting")
        /// Another thread's factory took longer than ``Container/Configuration/waitLimit``.
        public static let timedOut = Code(description: "timedOut")
        /// The registration's instances live in a scope, and none of that tag is around the container that was asked.
        public static let outsideScope = Code(description: "outsideScope")
        /// The registration's instances live in a task, and the asker runs outside of ``PerTask/withInstances(_:)``.
        public static let outsideTask = Code(description: "outsideTask")
        /// A module's override, or one that a container is derived with, replaces nothing.
        public static let overridesNothing = Code(description: "overridesNothing")
        /// A promised registration has not come.
        public static let promised = Code(description: "promised")
        /// A registration whose factory awaits is needed without awaiting, and its instance is not there.
        public static let asynchronous = Code(description: "asynchronous")
        /// The task was cancelled that waited for an instance, or made it.
        public static let cancelled = Code(description: "cancelled")
        /// What lives longer holds what lives in a scope.
        public static let captive = Code(description: "captive")
        /// What is needed lives in a scope that is never open where it is needed.
        public static let unreachableScope = Code(description: "unreachableScope")
        /// No entry into the graph leads to the registration; a warning.
        public static let unused = Code(description: "unused")
        /// A closure asks for what its `dependsOn` does not name.
        public static let undeclared = Code(description: "undeclared")
        /// A closure has not asked for what its `dependsOn` names; a warning.
        public static let unasked = Code(description: "unasked")
        /// The container cannot be built; ``ResolutionError/faults`` has every reason.
        public static let invalid = Code(description: "invalid")
        /// The module is not loaded.
        public static let notLoaded = Code(description: "notLoaded")
        /// A private registration stands in no module.
        public static let privateOutsideModule = Code(description: "privateOutsideModule")
        /// The program has not said what ``Container/automatic(parents:scope:configuration:)`` builds from.
        public static let noAutomaticModules = Code(description: "noAutomaticModules")
        /// The factory has declined to make an instance.
        public static let declined = Code(description: "declined")
        /// The type says itself how it is made, and the container forbids that.
        public static let justInTimeForbidden = Code(description: "justInTimeForbidden")
        /// The process has a default container already.
        public static let defaultIsSet = Code(description: "defaultIsSet")
        /// Something that was handed no container asked for one, and there is none.
        public static let noCurrent = Code(description: "noCurrent")
        /// A decorator, an adapter or an interceptor is for a type that nothing is registered for in its container.
        public static let decoratesNothing = Code(description: "decoratesNothing")
        /// A decorator of all that conform to a protocol has returned what is not of the registered type.
        public static let decoratedAsAnotherType = Code(description: "decoratedAsAnotherType")
        /// A test has to override what is resolved, and has not overridden this.
        public static let notOverridden = Code(description: "notOverridden")
        /// What is to be changed belongs to the container that this one was derived from.
        public static let inherited = Code(description: "inherited")
        /// The registration's instances are given when a scope is opened, and this scope was opened without one.
        public static let notSeeded = Code(description: "notSeeded")
        /// A scope was opened with a value of a type that no ``Seeded`` registration of its tag announces.
        public static let seedNotDeclared = Code(description: "seedNotDeclared")
        /// A scope was given two values for one ``Seeded`` registration.
        public static let seededTwice = Code(description: "seededTwice")
        /// A scope was released that nobody had ended; hooks are told.
        public static let notEnded = Code(description: "notEnded")
        /// What closes by awaiting is asked for in a scope that code opened which does not await.
        public static let closesAsynchronously = Code(description: "closesAsynchronously")
        /// A hook of an instance threw when its container ended; ``ResolutionError/faults`` has every one.
        public static let shutdownFailed = Code(description: "shutdownFailed")
        /// A factory or a hook failed when its container started, or the start was cancelled; ``ResolutionError/faults`` has
        /// all that went wrong.
        public static let startFailed = Code(description: "startFailed")
        /// The container has been started already.
        public static let alreadyStarted = Code(description: "alreadyStarted")
        /// The container is frozen: registering is over.
        public static let frozen = Code(description: "frozen")
        /// The container is closed.
        public static let closed = Code(description: "closed")
    }

    /// The kind of the error.
    public var code: Code { storage.code }

    /// What was asked for, as it would be written: `any Orders named "primary"`.
    public var key: String { storage.key.description }

    /// The way from the outermost resolve to what failed, the keys as in ``key``.
    public var path: [String] { storage.path.map(\.key.description) }

    /// Where the registration that failed is written, or, where there is none, the one that asked for it.
    public var location: SourceLocation? { storage.location }

    /// All that is wrong with a container, of an error whose code is ``Code/invalid``, and all that failed, of one whose code is
    /// ``Code/shutdownFailed`` or ``Code/startFailed``; empty for others.
    public var faults: [ResolutionError] {
        guard case .faults(let faults) = storage.detail else { return [] }
        return faults
    }

    /// The error that a factory or an injection threw.
    public var underlying: (any Error)? { storage.underlying }

    /// How to mend it.
    public var fix: String { storage.fix }

    /// The whole message.
    public var description: String { storage.message }

    let storage: Storage

    /// One reference, so that a result costs a word; the words are put together when somebody reads them.
    final class Storage: Sendable {
        let code: Code
        let key: ServiceKey
        let path: [Step]
        let location: SourceLocation?
        let underlying: (any Error)?
        let detail: Detail

        init(
            _ code: Code, key: ServiceKey, path: [Step] = [], location: SourceLocation? = nil,
            underlying: (any Error)? = nil, detail: Detail = .none
        ) {
            self.code = code
            self.key = key
            self.path = path
            self.location = location
            self.underlying = underlying
            self.detail = detail
        }
    }

    /// One key of the path and where it is registered.
    struct Step: Sendable {
        let key: ServiceKey
        let location: SourceLocation?
        /// The module that has it and is not there.
        var module: String?
        /// Whether it stands for the registration of the next step: a further type of its instance, or an adapter's.
        var leadsOn = false
    }

    /// What only some codes have to say.
    enum Detail: Sendable {
        case none
        /// What was asked for was a change of a registration; those that look like it.
        case change(near: [Step])
        /// Registrations that look like the one that is missing.
        case near([Step])
        /// The arguments that the registration takes and those it was given.
        case arguments(taken: String?, given: String?)
        /// The type that is not an object.
        case valueType(String)
        /// The scope that the registration's instances live in.
        case scope(ScopeTag)
        /// Where the second of two registrations is.
        case second(SourceLocation)
        /// What a module is called.
        case module(String)
        /// All that is wrong with a container.
        case faults([ResolutionError])
        /// What lives in a scope, and what cannot hold or reach it.
        case conflict(ScopeConflict)
        /// What lies around nothing, and registrations that look like what it is for.
        case layer(String, near: [Step])
        /// What a decorator of all that conform has returned, and where it is.
        case decoration(returned: String, decorator: SourceLocation)
        /// A scope that lies inside another one was to be opened.
        case opening(inside: ScopeTag)
        /// The scope that a seed was for, and registrations that look like its own.
        case seed(ScopeTag?, near: [Step])
        /// What took too long is a hook.
        case hook
        /// Something on the circle is decorated.
        case decoratedCycle
        /// The cycle closes at a site.
        case siteCycle
        /// What the other thread is making, outermost first.
        case otherPath([Step])
        /// The same of another task.
        case otherTask([Step])
    }
}
