/// How long the object of a definition lives, and how it is shared.
public enum Scope: Sendable {
    /// A new object each time.
    ///
    /// It can start a graph, and be part of a cycle with objects of other scopes. A cycle of only prototypes never
    /// ends: when the stack is used up, the process ends and names the path.
    case prototype
    /// One object for each graph, that is, for all objects created by one call from outside; the default.
    case objectGraph
    /// One object for the context, created at the first call, injected once, and kept.
    case lazySingleton
    /// One object for the context while a strong reference to it exists, created anew after that; not for values.
    case weakSingleton
}

/// Any type, because any type can be injected.
public typealias InjectableObject = Any
/// Creates an object.
public typealias ObjectInitClosure<ObjectType> = () -> ObjectType
/// Completes an object, and returns it.
public typealias ObjectInjectClosure<ObjectType> = (_ object: ObjectType) -> ObjectType
/// Creates a substitute for an object.
public typealias SubstitutionClosure<ObjectType> = () -> ObjectType
