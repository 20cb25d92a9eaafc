public import ArmoryFactory

/// Calls an async closure with its own shared container and its own singletons.
///
/// The singletons that exist already are the same in the closure; a change of theirs stays in it.
///
/// - Parameters:
///   - shared: The task-local variable with the shared container.
///   - container: The container.
///   - operation: The closure, and the tasks that it starts, find the container.
///   - transform: Changes the container before.
public func withContainer<C: SharedContainer>(
    shared: TaskLocal<C>, container: @autoclosure @Sendable () -> C,
    operation: () async throws -> Void, transform: ContainerTrait<C>.Transform? = nil
) async rethrows {
    try await Scope.$singleton.withValue(Scope.singleton.clone()) {
        try await shared.withValue(container()) {
            await transform?(C.shared)
            try await operation()
        }
    }
}

/// Changes a container, without awaiting.
public typealias SynchronousTransform<C: SharedContainer> = @Sendable (C) -> Void

/// Calls a closure with its own shared container and its own singletons; otherwise the same as the async form.
public func withContainer<C: SharedContainer>(
    shared: TaskLocal<C>, container: @autoclosure @Sendable () -> C, operation: () throws -> Void,
    transform: SynchronousTransform<C>? = nil
) rethrows {
    try Scope.$singleton.withValue(Scope.singleton.clone()) {
        try shared.withValue(container()) {
            transform?(C.shared)
            try operation()
        }
    }
}
