// The bridge to native code: a native container as a parent, subscribers to events, and the registrations as a native module.

public import Armory
internal import ArmoryRegistry

extension Container {
    /// Creates a container that asks a native container for services that it does not have.
    ///
    /// Registrations of exactly the type and the name are found, and none with arguments. An error of the native container
    /// ends the process, with the error's description.
    ///
    /// - Parameters:
    ///   - parent: The native container; it is kept alive.
    ///   - defaultObjectScope: The scope of entries that do not set one.
    ///   - behaviors: Receive each registration.
    public convenience init(
        parent: Armory.Container, defaultObjectScope: ObjectScope = .graph, behaviors: [any Behavior] = []
    ) {
        self.init(below: nil, defaultObjectScope, behaviors, native: NativeParent(parent))
    }

    /// Creates a container that reports its events: registrations, new and released instances, and failures.
    ///
    /// - Parameters:
    ///   - parent: The container to ask for services that this one does not have; it is kept alive, and reports to its own
    ///     subscribers.
    ///   - defaultObjectScope: The scope of entries that do not set one.
    ///   - subscribers: Receive the events.
    public convenience init(
        parent: Container? = nil, defaultObjectScope: ObjectScope = .graph, subscribers: [any EventSubscriber]
    ) {
        self.init(below: parent, defaultObjectScope, events: EntryEvents(subscribers))
    }

    /// A native module of the registrations that this container and its parents have now.
    ///
    /// A registration here hides one of the same type and name in a parent. Each resolves through its entry, so its
    /// instances are the same, and a native container neither keeps nor closes them. `autoregister` declares the
    /// dependencies: the types of the initializer's parameters. Those of other factories are unknown before they run. A
    /// further type of an entry is an alias of it. Entries with arguments or an option are left out, as native code cannot
    /// ask for them, and so is what a native parent has. A native container that is built from the module keeps this one
    /// alive.
    ///
    /// Any thread may read this property.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations.
    public var module: Armory.Module {
        let elements = visibleRecords.compactMap { ($0 as? any NativeRecord)?.element(in: self) }
        return Armory.Module("ArmorySwinject") { elements }
    }

    /// The entries that no other one hides.
    private var visibleRecords: [Entry] {
        let inherited = parent?.visibleRecords.filter { registry.ownEntry($0.key) == nil } ?? []
        return registry.entries.inSourceOrder + inherited
    }
}

/// A record that native code can ask for.
private protocol NativeRecord {
    /// Nil: it has arguments or an option.
    func element(in container: Container) -> (any ModuleElement)?
}

extension Record {
    /// The record as a native registration.
    ///
    /// - Parameter needs: Nil: its dependencies are unknown.
    fileprivate func element(
        in container: Container, needs: [SnapshotNeed]?, isAlias: Bool = false
    ) -> (any ModuleElement)? {
        guard !label.takesArguments, label.option == nil else { return nil }
        // The users' promise: any thread may use a container.
        nonisolated(unsafe) let asked = container
        return SnapshotElement(Service.self, label.name, at: label.location, needs: needs, isAlias: isAlias) {
            let instance = unsafe asked.inLock { unsafe self.instance(for: asked, nil) }
            guard let instance else { throw Armory.Declined("its factory created no instance of the type") }
            return instance
        }
    }
}

extension ServiceRecord: NativeRecord {
    func element(in container: Container) -> (any ModuleElement)? {
        element(in: container, needs: needs?.compactMap { need($0, in: container) })
    }

    /// A parameter of the initializer as a dependency; nil: it is none, or may be missing, or is resolved later.
    private func need(_ type: any Any.Type, in container: Container) -> SnapshotNeed? {
        if type == Void.self || type == GraphIdentifier.self { return nil }
        guard let wrapper = type as? any ServiceWrapper.Type, !container.hasPlain(type) else {
            return SnapshotNeed(type)
        }
        guard let wrapped = wrapper.optionalType, container.hasPlain(wrapped) else { return nil }
        return SnapshotNeed(wrapped)
    }
}

extension ForwardRecord: NativeRecord {
    func element(in container: Container) -> (any ModuleElement)? {
        // Another entry may have the key of the one that this leads to.
        let isAlias = service.label.option == nil && container.record(Service.self, service.key) === service
        let needs = isAlias ? [SnapshotNeed(Service.self, service.label.name)] : nil
        return element(in: container, needs: needs, isAlias: isAlias)
    }
}

extension Container {
    /// Whether a type is registered without a name and arguments, here or in a parent.
    fileprivate func hasPlain(_ type: any Any.Type) -> Bool {
        registry.findEntry(EntryKey(type)) != nil
    }
}
