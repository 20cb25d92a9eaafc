// Instances of custom scopes.

internal import Armory
internal import Synchronization

/// The storage of an entry in a custom scope.
///
/// One thread at a time uses the storages of a container and its relatives. It has their turn also while it creates and
/// completes an instance, so that other threads get complete instances only.
///
/// A turn is no lock over user code. If threads would wait for each other, one of them goes on without the turn, while the
/// other waits inside its factory.
final class StorageHolder: @unchecked Sendable {  // `made` is used in the turn of the containers.
    private let scope: any ObjectScopeProtocol
    private var made: (any InstanceStorage)?
    /// The same for no two holders of the process.
    private let number = StorageHolder.count.wrappingAdd(1, ordering: .relaxed).newValue
    // Relaxed: the number is all that matters.
    private static let count = Atomic<UInt>(0)

    private init(_ scope: any ObjectScopeProtocol) { self.scope = scope }

    /// Returns nil for a predefined scope.
    convenience init?(for scope: any ObjectScopeProtocol) {
        guard !scope.isPredefined else { return nil }
        self.init(scope)
    }

    private var storage: any InstanceStorage {
        if let made { return made }
        let storage = scope.makeStorage()
        made = storage
        return storage
    }

    /// Returns the stored instance, or one that it creates, stores and completes.
    func instance<Service>(
        in container: Container, _ create: () throws -> Service, completedBy complete: (Service) -> Void
    ) throws -> Service {
        guard let graph = GraphIdentifier.current else { preconditionFailure("a factory runs") }
        let holder = used(in: container)
        return try Armory.Container.inTurn(of: container.root) { () throws(any Error) in
            if let known = holder.storage.instance(inGraph: graph) as? Service { return known }
            let made = try create()
            // A resolve inside of the factory may have stored an instance.
            if let known = holder.storage.instance(inGraph: graph) as? Service { return known }
            holder.storage.setInstance(made, inGraph: graph)
            complete(made)
            return made
        }
    }

    /// Forgets the instance.
    func reset(in container: Container) {
        let holder = used(in: container)
        Armory.Container.inTurn(of: container.root) { holder.made?.instance = nil }
    }

    /// Tells the storage that the outermost resolve has ended.
    func graphResolutionCompleted(in container: Container) {
        let holder = used(in: container)
        Armory.Container.inTurn(of: container.root) { holder.made?.graphResolutionCompleted() }
    }

    /// Returns the holder for a container: another one if the container overrides registrations, for a test or a dry
    /// run, because it must not touch the instances of the program.
    private func used(in container: Container) -> StorageHolder {
        guard container.engine.isForTrial else { return self }
        let key = SiteKey(StorageHolder.self, Name("\(number)"))
        let scope = scope
        return orEnd { () throws(ResolutionError) in
            try container.engine.take(
                at: key, .singleton, as: StorageHolder.self,
                CallerFactory(isRepeatable: false) { StorageHolder(scope) })
        }
    }
}

extension Container {
    /// The topmost ancestor.
    fileprivate var root: Armory.Container {
        var root = engine
        while let parent = root.parents.first { root = parent }
        return root
    }
}
