/// An element of a module or a container: a registration, a module with registrations, or a layer around registrations.
///
/// ``Registration`` and ``Module`` are two kinds; ``Decorator``, ``Adapter`` and ``Intercepted`` change the
/// registrations of others.
public protocol ModuleElement: Sendable {}
