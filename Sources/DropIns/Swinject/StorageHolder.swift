// Instances of custom scopes.

internal import ArmoryCore
internal import ArmoryRegistry

/// The storage of an entry in a custom scope.
///
/// One thread at a time uses the storages of a container and its relatives. It has their turn also while it creates and
/// completes an instance, so that other threads get complete instances only.
///
/// A turn is no lock over user code. If threads would wait for each other, one of them goes on without the turn, while the
/// other waits inside its factory.
final class StorageHolder: @unchecked Sendable {  // `made` is used under the reentrant lock of the containers.
    private let scope: any ObjectScopeProtocol
    private let reentrantLock: ReentrantLock
    private var made: (any InstanceStorage)?

    init(_ scope: any ObjectScopeProtocol, _ reentrantLock: ReentrantLock) {
        self.scope = scope
        self.reentrantLock = reentrantLock
    }

    /// Runs `body` in the turn.
    func inLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R { try reentrantLock.withLockOrWithout(body) }

    /// The storage; in turn.
    private var storage: any InstanceStorage {
        if let made { return made }
        let storage = scope.makeStorage()
        made = storage
        return storage
    }

    /// The instance for a graph; in turn.
    func instance<Service>(_ type: Service.Type, in graph: GraphIdentifier) -> Service? {
        // In two steps: without an instance, the cast to an optional service would succeed.
        guard let instance = storage.instance(inGraph: graph) else { return nil }
        return instance as? Service
    }

    /// Stores an instance; in turn.
    func store(_ instance: Any, in graph: GraphIdentifier) { storage.setInstance(instance, inGraph: graph) }

    /// Whether the storage has an instance.
    var hasInstance: Bool { inLock { made?.instance != nil } }

    /// Forgets the instance, and returns whether there was one.
    func reset() -> Bool {
        inLock {
            let hadInstance = storage.instance != nil
            storage.instance = nil
            return hadInstance
        }
    }

    /// Tells the storage that the outermost resolve has ended.
    func graphResolutionCompleted() { inLock { made?.graphResolutionCompleted() } }
}

extension ServiceRecord {
    /// The instance that the storage has, or one that is created, stored and completed.
    func stored(in holder: StorageHolder, _ making: Making) throws(ResolutionError) -> Service {
        try RunningGraph.inside { graph throws(ResolutionError) in
            try holder.inLock { () throws(ResolutionError) in
                let identifier = graph.identifier
                if let known = holder.instance(Service.self, in: identifier) { return known }
                if RunningPath.isOnPath(making.cell), isEndless(making) { endInCircle() }
                return try making.resolve(from: making.cell, isRepeated: true) { [self] in
                    let made = try create(making)
                    // A resolve inside of the factory may have stored an instance.
                    if let known = holder.instance(Service.self, in: identifier) {
                        making.isComplete = true
                        return known
                    }
                    holder.store(made, in: identifier)
                    graph.tell(holder)
                    return made
                }
            }
        }
    }

    /// Whether the factory, which runs already, would run again and again.
    func isEndless(_ making: Making) -> Bool {
        // A storage that keeps nothing closes no circle.
        let isDeep = RunningPath.depth >= 200
        return isDeep || making.call == nil && RunningPath.runningInjectionCount(insideCell: making.cell) == 0
    }
}
