// The modifiers. A property calls its modifiers at each read: each sets an option of its factory in the container.

/// The modifiers that both kinds of factories have.
///
/// A modifier stores an option in the container. It replaces the option that was set before, unless ``once()`` protects
/// the options. Any thread may call it.
public protocol FactoryModifying {
    /// The type of the parameter; `Void` if there is none.
    associatedtype P
    /// The type of the instances.
    associatedtype T

    /// What identifies the factory, and its closure.
    var registration: FactoryRegistration<P, T> { get set }
    /// The factory without its closure.
    var identity: FactoryIdentity { get set }
}

// MARK: Scopes

extension FactoryModifying {
    /// Sets the scope, which decides how long instances live; another scope releases the instance that is kept.
    ///
    /// - Parameter scope: The scope; nil for the container's ``ContainerManager/defaultScope``.
    @discardableResult
    public func scope(_ scope: Scope?) -> Self {
        identity.setScope(scope)
        return self
    }

    /// The factory with ``Scope/cached``: the container keeps the instance until a reset.
    public var cached: Self { scope(.cached) }

    /// The factory with ``Scope/graph``: one instance for each outermost resolve.
    public var graph: Self { scope(.graph) }

    /// The factory with ``Scope/shared``: the container keeps the instance weakly.
    public var shared: Self { scope(.shared) }

    /// The factory with ``Scope/singleton``: the process keeps the instance.
    public var singleton: Self { scope(.singleton) }

    /// The factory with ``Scope/unique``: a new instance at each resolve.
    public var unique: Self { scope(.unique) }

    /// Limits the time for which a scope keeps an instance that nothing resolves.
    ///
    /// Each resolve of the instance starts the time again. After the time, the next resolve creates a new instance. A
    /// monotonic clock measures it.
    ///
    /// - Parameter seconds: The time in seconds. With zero or less, each resolve creates an instance.
    @discardableResult
    public func timeToLive(_ seconds: Double) -> Self {
        let time = Options.nanoseconds(seconds)
        identity.change(unless: { $0.value.timeToLive == time }) {
            $0.timeToLive = time
        }
        return self
    }
}

extension FactoryModifying where P: Hashable {
    /// The factory with one instance for each parameter in its scope, instead of one for all parameters.
    ///
    /// Parameters are compared by `==`, with no lock held. What keeps the instances holds a parameter as long as its instance, and
    /// those of instances that are gone until its number of entries has doubled.
    public var scopeOnParameters: Self {
        identity.change(unless: \.value.scopesOnParameters) {
            $0.scopesOnParameters = true
        }
        return self
    }
}

// MARK: Decorators

extension FactoryModifying {
    /// Sets a closure that is called with every resolved instance, also one that a scope has kept.
    ///
    /// The closure runs after the resolve, with no lock held, instead of the container's decorator.
    @discardableResult
    public func decorator(_ decorator: @escaping @Sendable (_ instance: T) -> Void) -> Self {
        identity.change {
            $0.decorator = Decorator<T> { instance, _ in decorator(instance) }
        }
        return self
    }

    /// Sets a closure that is called with every resolved instance, and with whether this resolve has created it.
    @discardableResult
    public func decorator(_ decorator: @escaping @Sendable (_ instance: T, _ instantiated: Bool) -> Void) -> Self {
        identity.change { $0.decorator = Decorator(decorator) }
        return self
    }
}

// MARK: Contexts

extension FactoryModifying {
    /// Registers a closure that is used in some contexts instead of every other one.
    ///
    /// The first that applies is used, in this order: arguments, preview, test, simulator, device, debug. A change of a
    /// context does not release the instance that a scope keeps.
    ///
    /// - Parameters:
    ///   - contexts: The contexts.
    ///   - factory: Creates an instance. Any thread may call it.
    @discardableResult
    public func context(_ contexts: FactoryContextType..., factory: @escaping ParameterFactoryType<P, T>) -> Self {
        let closure = TypedClosure(factory)
        identity.change { options in
            for context in contexts { options.contexts.set(closure, in: context) }
        }
        return self
    }

    /// Registers a closure that is used if the program has an argument.
    @discardableResult
    public func onArg(_ argument: String, factory: @escaping ParameterFactoryType<P, T>) -> Self {
        context(.arg(argument), factory: factory)
    }

    /// Registers a closure that is used if the program has one of the arguments.
    @discardableResult
    public func onArgs(_ args: [String], factory: @escaping ParameterFactoryType<P, T>) -> Self {
        context(.args(args), factory: factory)
    }

    /// Registers a closure that is used in previews.
    @discardableResult
    public func onPreview(factory: @escaping ParameterFactoryType<P, T>) -> Self {
        context(.preview, factory: factory)
    }

    /// Registers a closure that is used in tests.
    @discardableResult
    public func onTest(factory: @escaping ParameterFactoryType<P, T>) -> Self {
        context(.test, factory: factory)
    }

    /// Registers a closure that is used in debug builds.
    @discardableResult
    public func onDebug(factory: @escaping ParameterFactoryType<P, T>) -> Self {
        context(.debug, factory: factory)
    }

    /// Registers a closure that is used in a simulator.
    @discardableResult
    public func onSimulator(factory: @escaping ParameterFactoryType<P, T>) -> Self {
        context(.simulator, factory: factory)
    }

    /// Registers a closure that is used outside of simulators.
    @discardableResult
    public func onDevice(factory: @escaping ParameterFactoryType<P, T>) -> Self {
        context(.device, factory: factory)
    }
}

// MARK: Once and reset

extension FactoryModifying {
    /// Makes the modifiers before this one count only at the first read of the property.
    ///
    /// ```swift
    /// extension Container {
    ///     var service: Factory<ServiceType> {
    ///         self { MyService() }.scope(.session).once()
    ///     }
    /// }
    /// Container.shared.service.scope(.unique)  // It stays unique.
    /// ```
    @discardableResult
    public func once() -> Self {
        identity.change { $0.isOnce = true }
        var copy = self
        copy.identity.isOnce = true
        return copy
    }

    /// Removes registrations and options of the factory, or the instances that its scope keeps.
    ///
    /// - Parameter options: The part to remove; by default everything.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        identity.reset(options)
        return self
    }
}

/// What a reset of a factory or a container removes.
public enum FactoryResetOptions: Sendable {
    /// Registrations, options and instances.
    case all
    /// Nothing.
    case none
    /// Registered closures.
    case registration
    /// The closures of contexts.
    case context
    /// The instances that scopes keep.
    case scope
}
