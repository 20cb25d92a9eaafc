/// An error of a container, with the key it is about, the path to that key, the location in the source, and a fix.
///
/// ```
/// OrderService needs any Orders, which is not registered. [missing]
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
        /// The key was registered, but has been removed.
        public static let removed = Code(description: "removed")
        /// The key is already registered.
        public static let duplicate = Code(description: "duplicate")
        /// An instance depends on itself.
        public static let cycle = Code(description: "cycle")
        /// The graph is too deep for the thread's stack.
        public static let tooDeep = Code(description: "tooDeep")
        /// The registration takes other arguments than those given, or none.
        public static let wrongArguments = Code(description: "wrongArguments")
        /// A factory or an injection threw; the error is in ``ResolutionError/underlying``.
        public static let factoryFailed = Code(description: "factoryFailed")
        /// A value type is registered as `Shared`, which is possible only for objects.
        public static let valueTypeShared = Code(description: "valueTypeShared")
        /// An injection replaced an object that is part of a cycle by another object.
        public static let replacedWhileInjecting = Code(description: "replacedWhileInjecting")
        /// Another thread's factory took longer than ``Container/Configuration/waitLimit``.
        public static let timedOut = Code(description: "timedOut")
        /// The registration's instances live in a scope, and the container is not inside a scope of that tag.
        public static let outsideScope = Code(description: "outsideScope")
        /// The registration's instances live in a task, and the caller runs outside of ``PerTask/withInstances(_:)``.
        public static let outsideTask = Code(description: "outsideTask")
        /// A replacement in a module, or an override in a derived container, replaces no registration.
        public static let overridesNothing = Code(description: "overridesNothing")
        /// A promised registration was never added.
        public static let promised = Code(description: "promised")
        /// An instance is needed without awaiting, but its factory awaits and has not created it yet.
        public static let asynchronous = Code(description: "asynchronous")
        /// The task that waited for an instance, or created it, was cancelled.
        public static let cancelled = Code(description: "cancelled")
        /// A longer-lived instance holds an instance that lives in a scope.
        public static let captive = Code(description: "captive")
        /// An instance is needed where the scope that it lives in is never open.
        public static let unreachableScope = Code(description: "unreachableScope")
        /// No root of the graph leads to the registration; a warning.
        public static let unused = Code(description: "unused")
        /// A closure resolves a type that its `dependsOn` does not name.
        public static let undeclared = Code(description: "undeclared")
        /// A closure has not resolved a type that its `dependsOn` names; a warning.
        public static let unasked = Code(description: "unasked")
        /// The container cannot be built; ``ResolutionError/faults`` lists every reason.
        public static let invalid = Code(description: "invalid")
        /// The module is not loaded.
        public static let notLoaded = Code(description: "notLoaded")
        /// A private registration is not part of a module.
        public static let privateOutsideModule = Code(description: "privateOutsideModule")
        /// The factory returns nothing.
        public static let noInstance = Code(description: "noInstance")
        /// A registration cannot take its run-time arguments, or has a typed key for others.
        public static let refusedArguments = Code(description: "refusedArguments")
        /// The compiler has taken the resolver for the argument of a generic type whose initializer is registered.
        public static let resolverAsGenericArgument = Code(description: "resolverAsGenericArgument")
        /// The registration is eager, and its factory takes arguments, or awaits without being a ``Singleton``.
        public static let cannotBeEager = Code(description: "cannotBeEager")
        /// The program does not declare the modules for ``Container/automatic(parents:scope:configuration:)``.
        public static let noAutomaticModules = Code(description: "noAutomaticModules")
        /// The program has a ``Module/Contribution`` of a version that this library does not know.
        public static let unknownContribution = Code(description: "unknownContribution")
        /// A ``Chosen`` registration has chosen a value that no registration has as its name or qualifier.
        public static let unknownChoice = Code(description: "unknownChoice")
        /// A ``Chosen`` registration has no registration to choose from.
        public static let noChoices = Code(description: "noChoices")
        /// The factory has declined to create an instance.
        public static let declined = Code(description: "declined")
        /// The type has no registration and creates itself just in time, which the container forbids.
        public static let justInTimeForbidden = Code(description: "justInTimeForbidden")
        /// A change was given up, because the keys to compare with, or the decorators, kept changing meanwhile.
        public static let unsettled = Code(description: "unsettled")
        /// The process already has a default container.
        public static let defaultIsSet = Code(description: "defaultIsSet")
        /// Code without an explicit container needs the current one, and there is none.
        public static let noCurrent = Code(description: "noCurrent")
        /// A decorator, an adapter or an interceptor is for a type that is not registered in its container.
        public static let decoratesNothing = Code(description: "decoratesNothing")
        /// An ``AwaitingInterceptor`` is for a type whose factory does not await.
        public static let doesNotAwait = Code(description: "doesNotAwait")
        /// An ``AwaitingInterceptor`` called `proceed()` too late, or returned the instance of another call.
        public static let outsideMaking = Code(description: "outsideMaking")
        /// A decorator for all types conforming to a protocol returned an instance that is not of the registered type.
        public static let decoratedAsAnotherType = Code(description: "decoratedAsAnotherType")
        /// Instances that are not `Sendable` may be treated as `Sendable`, because the two types differ only in that.
        public static let notSendable = Code(description: "notSendable")
        /// A test must override every registration that it resolves, and has not overridden this one.
        public static let notOverridden = Code(description: "notOverridden")
        /// The registration to change belongs to the container that this one was derived from.
        public static let inherited = Code(description: "inherited")
        /// The registration's instance is given when a scope is opened, and this scope was opened without one.
        public static let notSeeded = Code(description: "notSeeded")
        /// A scope was opened with a value of a type that no ``Seeded`` registration of its tag declares.
        public static let seedNotDeclared = Code(description: "seedNotDeclared")
        /// A scope was given two values for one ``Seeded`` registration.
        public static let seededTwice = Code(description: "seededTwice")
        /// A scope was released without being ended; hooks receive this error.
        public static let notEnded = Code(description: "notEnded")
        /// An instance that awaits when it closes is needed in a scope that was opened without awaiting.
        public static let closesAsynchronously = Code(description: "closesAsynchronously")
        /// A hook of an instance threw when its container ended; ``ResolutionError/faults`` lists every error.
        public static let shutdownFailed = Code(description: "shutdownFailed")
        /// A factory or a hook failed when its container started, or the start was cancelled;
        /// ``ResolutionError/faults`` lists every error.
        public static let startFailed = Code(description: "startFailed")
        /// An instance with start or stop hooks was created, and its container ended without having been started.
        public static let notStarted = Code(description: "notStarted")
        /// The container has already been started.
        public static let alreadyStarted = Code(description: "alreadyStarted")
        /// The container is frozen and accepts no more registrations.
        public static let frozen = Code(description: "frozen")
        /// The container is closed.
        public static let closed = Code(description: "closed")
    }

    /// The kind of the error.
    public var code: Code { storage.code }

    /// The key that was resolved, as in source code: `any Orders named "primary"`.
    public var key: String { storage.key.description }

    /// The keys from the outermost resolve to the failed one, in the form of ``key``.
    public var path: [String] { storage.path.map(\.key.description) }

    /// The location of the failed registration in the source; if there is none, that of the registration that needs it.
    public var location: SourceLocation? { storage.location }

    /// The single errors in an error about a container: all faults for ``Code/invalid``, all failures for
    /// ``Code/shutdownFailed`` and ``Code/startFailed``; empty for other codes.
    public var faults: [ResolutionError] {
        guard case .faults(let faults) = storage.detail else { return [] }
        return faults
    }

    /// The error that a factory or an injection threw.
    public var underlying: (any Error)? { storage.underlying }

    /// How to fix the error.
    public var fix: String { storage.fix }

    /// The whole message.
    public var description: String { storage.message() }

    let storage: Storage

    /// One reference, so that a result takes one word of memory; the message is composed only when it is read.
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
        /// The module that contains the registration and is not included.
        var module: String?
        /// Whether this key is an additional type, or an adapter, of the next step's registration.
        var leadsOn = false
        /// The parameters by which the step before's autowired initializer asks for this key; nil: no parameter does.
        var parameters: Parameters?
        /// Whether the registration is a near miss because its type conforms to the missing protocol.
        var isConforming = false
        /// What the condition of the registration has read, if it does not hold; nil: it has none, or it holds.
        var unmetCondition: String?
    }

    /// The parameters of an autowired initializer that ask for one key.
    struct Parameters: Sendable {
        /// Counted from 1; empty: they are a decorator's or an adapter's.
        let positions: [Int]
        /// Whether the registration may be given the sources of its parameters, such as `.named("main")`.
        let takeSources: Bool
    }

    /// Details that only some codes have.
    enum Detail: Sendable {
        case none
        /// The failed operation was a change of a registration; registrations with similar keys.
        case change(near: [Step])
        /// Registrations with keys similar to the missing one.
        case near([Step])
        /// The arguments that the registration takes, and those given.
        case arguments(taken: (any Any.Type)?, given: (any Any.Type)?)
        /// The reason why a registration cannot take its arguments.
        case refused(String)
        /// The type that is not an object.
        case valueType(String)
        /// The scope that the registration's instances live in.
        case scope(ScopeTag)
        /// The location of the second of two registrations.
        case second(SourceLocation)
        /// The name of a module.
        case module(String)
        /// All faults of a container.
        case faults([ResolutionError])
        /// An instance in a scope, and the registration that cannot hold or reach it.
        case conflict(ScopeConflict)
        /// A decorator, adapter or interceptor without a registration, and registrations with similar keys.
        case layer(String, near: [Step])
        /// The type that a decorator for conforming types returned, and the decorator's location.
        case decoration(returned: String, decorator: SourceLocation)
        /// The location of an awaiting interceptor.
        case aroundMaking(interceptor: SourceLocation)
        /// A decorator or an adapter whose type differs from the registration's in `Sendable`, its location, and whether
        /// threads share the registration's instances.
        case notSendable(layer: String, SourceLocation, isShared: Bool)
        /// A scope could not be opened because the scope of this outer tag is not open.
        case opening(inside: ScopeTag)
        /// The scope that a seed was given to, and registrations with similar keys.
        case seed(ScopeTag?, near: [Step])
        /// The value that was chosen, as a qualifier, the type of such values, and the registrations to choose from.
        ///
        /// Without a value, none was chosen.
        case choice(AnyQualifier?, type: any Any.Type, of: [Step])
        /// The error is about a hook.
        case hook
        /// The container's start creates the instance.
        case madeByStart
        /// A registration on the cycle is decorated.
        case decoratedCycle
        /// The instances that the other thread or task is creating, outermost first.
        case other([Step], isTask: Bool)
    }
}

extension ResolutionError {
    init(
        _ code: Code, key: ServiceKey, path: [Step] = [], location: SourceLocation? = nil,
        underlying: (any Error)? = nil, detail: Detail = .none
    ) {
        storage = Storage(
            code, key: key, path: path, location: location, underlying: underlying, detail: detail)
    }
}
