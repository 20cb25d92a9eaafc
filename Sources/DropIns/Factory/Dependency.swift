// Free functions that resolve by a key path.

/// Resolves a factory of ``Container/shared``.
///
/// ```swift
/// final class NetworkService {
///     let preferences: Preferences = dependency(\.preferences)
/// }
/// ```
public func dependency<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
    Container.shared[keyPath: keyPath]()
}

/// Resolves a factory of the shared container of a type, as in `dependency(\PaymentContainer.gateway)`.
public func dependency<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
    C.shared[keyPath: keyPath]()
}

/// Resolves a factory of ``Container/shared`` from a parameter.
public func dependency<P, T>(_ keyPath: KeyPath<Container, ParameterFactory<P, T>>, parameter: P) -> T {
    Container.shared[keyPath: keyPath](parameter)
}

/// Resolves a factory of the shared container of a type from a parameter.
public func dependency<C: SharedContainer, P, T>(_ keyPath: KeyPath<C, ParameterFactory<P, T>>, parameter: P) -> T {
    C.shared[keyPath: keyPath](parameter)
}

/// Resolves a factory of ``Container/shared``; an earlier name of ``dependency(_:)-(KeyPath<Container,Factory<T>>)``.
@available(*, deprecated, renamed: "dependency", message: "Use dependency(_:).")
public func resolve<T>(_ keyPath: KeyPath<Container, Factory<T>>) -> T {
    Container.shared[keyPath: keyPath]()
}

/// Resolves a factory of the shared container of a type; an earlier name of `dependency`.
@available(*, deprecated, renamed: "dependency", message: "Use dependency(_:).")
public func resolve<C: SharedContainer, T>(_ keyPath: KeyPath<C, Factory<T>>) -> T {
    C.shared[keyPath: keyPath]()
}
