/// How long the object of a definition lives, and who shares it.
public enum Scope: Sendable {
    /// A new object each time.
    ///
    /// It can begin a graph, and stand in a circle with objects of other scopes. A circle of prototypes alone never
    /// ends; when the stack is used up, the process does, with the way to there.
    case prototype
    /// One object for each graph: for all that is made because of one call from outside. The default.
    case objectGraph
    /// One object for the context, made when it is first asked for, injected once, and kept.
    case lazySingleton
    /// One object for the context as long as somebody holds it, made anew after that. Objects alone can be held so.
    case weakSingleton
}

/// What can be injected: anything.
public typealias InjectableObject = Any
/// Makes an object.
public typealias ObjectInitClosure<ObjectType> = () -> ObjectType
/// Completes an object, and returns it.
public typealias ObjectInjectClosure<ObjectType> = (_ object: ObjectType) -> ObjectType
/// Makes what stands for an object.
public typealias SubstitutionClosure<ObjectType> = () -> ObjectType
