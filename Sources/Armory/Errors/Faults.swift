// Errors that the engine throws internally. A resolve turns each of them into a `ResolutionError`.

/// A fault of the path.
enum PathFault: Error {
    case tooDeep
}

/// An instance that only a task can create is needed without awaiting.
package struct AwaitingFault: Error {}

/// A decorator for all conforming types returned an instance that is not of the registered type.
struct DecorationFault: Error {
    let returned: any Any.Type
    let decorator: SourceLocation
}

/// A caller has no place for a lifetime's instance.
enum CustomFault: Error {
    /// The caller runs in no call of `PerTask.withInstances`, or in one that has ended.
    case outsideTask
}

/// An instance that is given to a scope cannot be created.
package enum SeedFault: Error {
    case notSeeded
}
