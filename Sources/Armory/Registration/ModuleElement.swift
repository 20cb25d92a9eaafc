/// What a module or a container is built from: a registration, or a module with more of them.
///
/// ``Registration`` and ``Module`` are the two kinds.
public protocol ModuleElement: Sendable {}
