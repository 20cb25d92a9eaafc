// Other names of the same types.

/// The names of the original's Swift module, for code that qualifies them: `FactoryKit.Container`.
public enum FactoryKit: Sendable {
    /// The container, ``ArmoryFactory/Container``.
    public typealias Container = ArmoryFactory.Container
    /// The protocol of shared containers, ``ArmoryFactory/SharedContainer``.
    public typealias SharedContainer = ArmoryFactory.SharedContainer
    /// The protocol of containers, ``ArmoryFactory/ManagedContainer``.
    public typealias ManagedContainer = ArmoryFactory.ManagedContainer
    /// The manager, ``ArmoryFactory/ContainerManager``.
    public typealias ContainerManager = ArmoryFactory.ContainerManager
    /// The protocol of containers that register first, ``ArmoryFactory/AutoRegistering``.
    public typealias AutoRegistering = ArmoryFactory.AutoRegistering
    /// The protocol of containers that resolve by type, ``ArmoryFactory/Resolving``.
    public typealias Resolving = ArmoryFactory.Resolving
    /// The factory, ``ArmoryFactory/Factory``.
    public typealias Factory = ArmoryFactory.Factory
    /// The factory with a parameter, ``ArmoryFactory/ParameterFactory``.
    public typealias ParameterFactory = ArmoryFactory.ParameterFactory
    /// The protocol of the modifiers, ``ArmoryFactory/FactoryModifying``.
    public typealias FactoryModifying = ArmoryFactory.FactoryModifying
    /// The options of a reset, ``ArmoryFactory/FactoryResetOptions``.
    public typealias FactoryResetOptions = ArmoryFactory.FactoryResetOptions
    /// The context, ``ArmoryFactory/FactoryContext``.
    public typealias FactoryContext = ArmoryFactory.FactoryContext
    /// The type of a context, ``ArmoryFactory/FactoryContextType``.
    public typealias FactoryContextType = ArmoryFactory.FactoryContextType
    /// The scope, ``ArmoryFactory/Scope``.
    public typealias Scope = ArmoryFactory.Scope
    /// The wrapper of a service, ``ArmoryFactory/Injected``.
    public typealias Injected = ArmoryFactory.Injected
    /// The wrapper of a service that is resolved late, ``ArmoryFactory/LazyInjected``.
    public typealias LazyInjected = ArmoryFactory.LazyInjected
    /// The wrapper of a service that is held weakly, ``ArmoryFactory/WeakLazyInjected``.
    public typealias WeakLazyInjected = ArmoryFactory.WeakLazyInjected
    /// The wrapper of a service that is resolved at each read, ``ArmoryFactory/DynamicInjected``.
    public typealias DynamicInjected = ArmoryFactory.DynamicInjected
    /// The wrapper of a service by its type, ``ArmoryFactory/InjectedType``.
    public typealias InjectedType = ArmoryFactory.InjectedType
    /// The wrapper of a container, ``ArmoryFactory/InjectedContainer``.
    public typealias InjectedContainer = ArmoryFactory.InjectedContainer
    /// A closure without a parameter, ``ArmoryFactory/VoidFactoryType``.
    public typealias VoidFactoryType = ArmoryFactory.VoidFactoryType
    /// A closure with a parameter, ``ArmoryFactory/ParameterFactoryType``.
    public typealias ParameterFactoryType = ArmoryFactory.ParameterFactoryType
    /// What identifies a factory, ``ArmoryFactory/FactoryRegistration``.
    public typealias FactoryRegistration = ArmoryFactory.FactoryRegistration

    /// Resolves a factory of ``ArmoryFactory/Container/shared``.
    public static func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
        ArmoryFactory.dependency(keyPath)
    }

    /// Resolves a factory of the shared container of a type.
    public static func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
        ArmoryFactory.dependency(keyPath)
    }

    /// Resolves a factory of ``ArmoryFactory/Container/shared`` from a parameter.
    public static func dependency<P, T>(_ keyPath: KeyPath<Container, ParameterFactory<P, T>>, parameter: P) -> T {
        ArmoryFactory.dependency(keyPath, parameter: parameter)
    }

    /// Resolves a factory of the shared container of a type from a parameter.
    public static func dependency<C: SharedContainer, P, T>(
        _ keyPath: KeyPath<C, ParameterFactory<P, T>>, parameter: P
    ) -> T {
        ArmoryFactory.dependency(keyPath, parameter: parameter)
    }
}

/// The container, where another module also has a `Container`.
public typealias FactoryContainer = Container
/// The manager, where another module also has a `ContainerManager`.
public typealias FactoryContainerManager = ContainerManager
/// The protocol of containers, where another module also has a `ManagedContainer`.
public typealias FactoryManagedContainer = ManagedContainer
/// The protocol of shared containers, where another module also has a `SharedContainer`.
public typealias FactorySharedContainer = SharedContainer
/// The protocol of containers that register first, where another module also has an `AutoRegistering`.
public typealias FactoryAutoRegistering = AutoRegistering
/// The protocol of containers that resolve by type, where another module also has a `Resolving`.
public typealias FactoryResolving = Resolving
/// The scope, where another module also has a `Scope`.
public typealias FactoryScope = Scope

extension Factory {
    /// The container, for code that qualifies it by the name of the original's module: `Factory.Container`.
    public typealias Container = ArmoryFactory.Container
    /// The manager, as in `Factory.ContainerManager`.
    public typealias ContainerManager = ArmoryFactory.ContainerManager
    /// The protocol of containers, as in `Factory.ManagedContainer`.
    public typealias ManagedContainer = ArmoryFactory.ManagedContainer
    /// The protocol of shared containers, as in `Factory.SharedContainer`.
    public typealias SharedContainer = ArmoryFactory.SharedContainer
    /// The protocol of containers that register first, as in `Factory.AutoRegistering`.
    public typealias AutoRegistering = ArmoryFactory.AutoRegistering
    /// The scope, as in `Factory.Scope`.
    public typealias Scope = ArmoryFactory.Scope
    /// The context, as in `Factory.FactoryContext`.
    public typealias FactoryContext = ArmoryFactory.FactoryContext
}
