// The module that all of a program shares.

internal import Armory

/// Sets the shared module to one of the registrations in the braces.
///
/// ```swift
/// injectMe {
///     component { storage }
///     single { navigator }
/// }
/// ```
///
/// Any thread may call it.
///
/// - Precondition: No module is shared yet, or ``Injection/reset()`` was called.
public func injectMe(@Module.ModuleBuilder _ builder: () -> [Entry]) {
    Injection.initialize(with: Module(builder: builder))
}

/// Sets the shared module.
///
/// - Precondition: As above.
public func injectMe(_ module: Module) {
    Injection.initialize(with: module)
}

/// The instance of a type, from the shared module; see ``Module/resolve(tag:)``.
///
/// - Parameter tag: The tag of the registration; nil: one without a tag.
/// - Precondition: A module is shared, and can resolve it.
/// - Complexity: That of ``Module/resolve(tag:)`` and, to find the module, a look-up without a lock.
@inlinable
@inline(__always)
public func resolve<T>(tag: String? = nil) -> T {
    Injection.shared(for: T.self, tag: tag).resolve(tag: tag)
}

/// The shared module itself.
///
/// Threads may set it, take it away and resolve from it at the same time. Whoever resolves keeps the module that it has found.
///
/// What was written as `Injection.Module` or `Injection.component`, by the name of the module that it came from, is found here.
public enum Injection: Sendable {
    /// ``ArmoryInjection/Module``.
    public typealias Module = ArmoryInjection.Module
    /// ``ArmoryInjection/ModuleBuilder``.
    public typealias ModuleBuilder = ArmoryInjection.ModuleBuilder
    /// ``ArmoryInjection/Component``.
    public typealias Component = ArmoryInjection.Component

    /// The free function of this name: a ``ModuleBuilder`` has a method that hides it.
    public static func component(_ builder: @escaping () -> Component) -> any Registration {
        ArmoryInjection.component(builder)
    }

    /// The free function of this name: a ``Module`` has a method that hides it.
    @inlinable
    @inline(__always)
    public static func resolve<T>(tag: String? = nil) -> T { ArmoryInjection.resolve(tag: tag) }

    /// Where the shared module is registered: the engine's table is what threads may share.
    private static let registry = Container(configuration: Container.Configuration(justInTime: false))

    /// The shared module.
    ///
    /// - Precondition: There is one.
    public static var module: Module { shared(by: Self.self) }

    /// The shared module, or nil where there is none.
    public static var ifShared: Module? {
        do { return try registry.resolveOptional(Module.self) } catch { endProcess(error.description) }
    }

    /// Sets the shared module: what `injectMe` does.
    ///
    /// - Precondition: No module is shared.
    public static func initialize(with module: Module) {
        do {
            try registry.register(Singleton(value: module))
        } catch {
            endProcess(
                "A module is shared already: injectMe is for the start, and Injection.reset() goes before another.")
        }
    }

    /// Takes the shared module away, so that a test begins with none.
    ///
    /// The module goes when nobody uses it any more. It does nothing where there is none.
    public static func reset() {
        // It throws where there is none.
        try? registry.remove(Module.self)
    }

    /// The shared module, for who asks for a type.
    @usableFromInline
    static func shared(for type: any Any.Type, tag: String?) -> Module {
        guard let module = ifShared else {
            endProcess(registry.missing(type, named: tag.map { Name($0) }).description + "\n" + notShared)
        }
        return module
    }

    /// The shared module, for a type that uses it.
    static func shared(by user: any Any.Type) -> Module {
        guard let module = ifShared else { endProcess("\(user) was used. " + notShared) }
        return module
    }

    private static let notShared = "No module is shared: call injectMe before."
}
