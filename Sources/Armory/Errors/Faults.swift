// Errors that the engine throws internally. A resolve turns each of them into a `ResolutionError`.

/// A fault at the end of the path.
package enum PathFault: Error {
    case tooDeep
    /// The lifetime keeps its instances in a task, and the caller runs in no call of `PerTask.withInstances`, or in one
    /// that has ended.
    case outsideTask
    /// The instance is given when a scope is opened, and was not.
    case notSeeded
    /// The lifetime is for objects, and the instance is none.
    case valueTypeRecentlyUsed
}

/// An instance that only a task can create is needed without awaiting.
package struct AwaitingFault: Error {}
