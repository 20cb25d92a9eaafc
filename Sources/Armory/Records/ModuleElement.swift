/// What a module or a container is built from: a registration, a module with more of them, or what lies around registrations.
///
/// ``Registration`` and ``Module`` are two kinds; ``Decorator``, ``Adapter`` and ``Intercepted`` change what others register.
public protocol ModuleElement: Sendable {}
