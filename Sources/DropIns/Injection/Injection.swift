// The module that the whole program shares.

internal import ArmoryCore
internal import ArmoryRegistry

/// Sets the shared module to a new one with the registrations in the braces.
///
/// ```swift
/// injectMe {
///     component { storage }
///     single { navigator }
/// }
/// ```
///
/// Any thread may call this function.
///
/// - Precondition: No module is shared yet, or ``Injection/reset()`` was called.
public func injectMe(@Module.ModuleBuilder _ builder: () -> [Entry]) {
    Injection.initialize(with: Module(builder: builder))
}

/// Sets the shared module to a new one with the registration that a function returns, as in `injectMe(makeClient)`.
///
/// - Precondition: No module is shared yet, or ``Injection/reset()`` was called.
@_disfavoredOverload
public func injectMe(_ builder: () -> any Registration) {
    Injection.initialize(with: Module(builder: builder))
}

/// Sets the shared module.
///
/// - Precondition: No module is shared yet, or ``Injection/reset()`` was called.
public func injectMe(_ module: Module) {
    Injection.initialize(with: module)
}

/// Resolves the instance of a type from the shared module; see ``Module/resolve(tag:)``.
///
/// - Parameter tag: The tag of the registration; nil for the registration without a tag.
/// - Precondition: A module is shared, and can resolve the type.
/// - Complexity: That of ``Module/resolve(tag:)``, and a lock to read which module is shared.
public func resolve<T>(tag: String? = nil) -> T {
    Injection.shared(for: T.self, tag: tag).resolve(tag: tag)
}

/// Manages the shared module.
///
/// Threads may set the shared module, remove it and resolve from it at the same time. A resolve keeps the module that
/// it has found alive.
///
/// Names qualified by the original Swift module, such as `Injection.Module` or `Injection.component`, are found here.
public enum Injection: Sendable {
    /// The module type, ``ArmoryInjection/Module``.
    public typealias Module = ArmoryInjection.Module
    /// The builder type, ``ArmoryInjection/ModuleBuilder``.
    public typealias ModuleBuilder = ArmoryInjection.ModuleBuilder
    /// The component type, ``ArmoryInjection/Component``.
    public typealias Component = ArmoryInjection.Component

    /// Calls the free function of this name, which a method of ``ModuleBuilder`` hides.
    public static func component(_ builder: @escaping () -> Component) -> any Registration {
        ArmoryInjection.component(builder)
    }

    /// Calls the free function of this name, which a method of ``Module`` hides.
    public static func resolve<T>(tag: String? = nil) -> T { ArmoryInjection.resolve(tag: tag) }

    private static let state = Guarded<Module?>(nil)

    /// The shared module.
    ///
    /// - Precondition: A module is shared.
    public static var module: Module { shared(by: Self.self) }

    /// The shared module, or nil if there is none.
    public static var ifShared: Module? { state.withLock { $0 } }

    /// Sets the shared module, as `injectMe` does.
    ///
    /// - Precondition: No module is shared.
    public static func initialize(with module: Module) {
        let isFirst = state.withLock { shared in
            guard shared == nil else { return false }
            shared = module
            return true
        }
        guard isFirst else {
            endProcess(
                "A module is already shared: call injectMe once, at the start, and Injection.reset() before another call."
            )
        }
    }

    /// Removes the shared module, so that a test starts without one.
    ///
    /// The module is released when no code uses it any more. If there is none, nothing happens.
    public static func reset() {
        // Released after the lock: an instance in it may have a `deinit`.
        withExtendedLifetime(state.withLock { $0.take() }) {}
    }

    /// Returns the shared module for the resolve of a type.
    ///
    /// - Parameter holder: The type whose property is resolved; nil if none is.
    static func shared(for type: any Any.Type, tag: String?, holder: StaticString? = nil) -> Module {
        guard let module = ifShared else {
            let error = ResolutionError.missing(EntryKey(type, tag.map { RegistrationName($0) }), near: [])
            endProcess(tagged(error.message(fix: notShared, propertyHolder: holder?.description)))
        }
        return module
    }

    /// Returns the shared module for a type that uses it.
    static func shared(by user: any Any.Type) -> Module {
        guard let module = ifShared else { endProcess("\(user) needs the shared module.\n  fix: \(notShared)") }
        return module
    }

    private static let notShared = "no module is shared: call injectMe first."
}
