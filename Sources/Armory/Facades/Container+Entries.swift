// For libraries whose registrations are listed, removed, and resolved with arguments by exactly one key.

extension Container {
    /// The instance that the registration with exactly this key creates from arguments, or keeps; nil: there is none.
    ///
    /// - Parameter arguments: The arguments, of exactly the type that the factory takes.
    /// - Throws: ``ResolutionError``: `declined` if the factory declines, `removed` if the registration was removed.
    package func resolveExact<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, taking arguments: Arguments
    ) throws(ResolutionError) -> T? {
        try withOptionalRoom { room throws(ResolutionError) in
            try unsafe withUnsafePointer(to: arguments) { address throws(ResolutionError) in
                let request = unsafe Request(type, qualifier, Arguments.self, Arguments.self, at: address)
                return try unsafe lookUpExact(request, room)
            }
        }
    }

    /// The keys that have companions in this container itself, in no particular order.
    ///
    /// - Complexity: O(*n*) in the number of registrations.
    package var companions: [(key: ServiceKey, companion: AnyObject)] {
        control.lock.withLock {
            var found: [(ServiceKey, AnyObject)] = []
            unsafe table.forEachSlot { address in
                let slot = unsafe Slot(address)
                guard unsafe slot.state != SlotState.absent, unsafe !table.isForAnother(slot) else { return }
                let binding = unsafe slot.binding
                guard let companion = unsafe binding.companion else { return }
                found.append((binding.key, unsafe Unmanaged<AnyObject>.fromOpaque(companion).takeUnretainedValue()))
            }
            return found
        }
    }

    /// The companion of a key in this container itself; nil: the key or its companion is not there.
    package func companion(at key: ServiceKey) -> AnyObject? {
        unsafe peek(key) { slot in
            guard unsafe slot.state != SlotState.absent, let companion = unsafe slot.binding.companion else {
                return nil
            }
            return unsafe Unmanaged<AnyObject>.fromOpaque(companion).takeUnretainedValue()
        }
    }

    /// Removes the registration of a companion, unless another one has its key.
    package func remove(_ companion: AnyObject, at key: ServiceKey) throws(ResolutionError) {
        unsafe try change(key) { found, hash throws(ResolutionError) in
            guard let found = unsafe found, unsafe found.state != SlotState.absent,
                unsafe found.binding.companion == UnsafeRawPointer(Unmanaged.passUnretained(companion).toOpaque())
            else { return [] }
            return unsafe unlink(found, hash: hash) + control.forgetUnused(hash: hash)
        }
    }

    /// Whether its instances are kept apart from those of the program: it overrides registrations for a test, or is the
    /// copy of a dry run.
    package var isForTrial: Bool { isDerived || configuration.isTrial }

    /// The error for a key without a registration, with the current path.
    package func missing(_ key: ServiceKey) -> ResolutionError {
        unsafe missingFault(key, ThreadContext.current)
    }

    /// How many factories run on this thread, inside of one another.
    package static var depth: Int {
        let context = unsafe ThreadContext.current
        return unsafe Int((context.pathPosition - context.pathBase) / HazardList.stride)
    }

    /// Whether the innermost factory of this thread also runs further out.
    package static var isInnermostRepeated: Bool {
        let path = unsafe ThreadContext.current.path
        return path.last.map { path.dropLast().contains($0) } ?? false
    }

    /// Whether this thread creates an instance that this container or an ancestor keeps.
    ///
    /// - Parameter keeps: Whether a companion keeps the instances of its registration itself.
    package func createsKeptInstance(where keeps: (AnyObject) -> Bool) -> Bool {
        unsafe ThreadContext.current.path.contains { identifier in
            let slot = unsafe Slot(identifier: identifier)
            guard let owner = unsafe ContainerDirectory.shared.container(of: slot),
                owner === self || inherits(from: owner)
            else { return false }
            let companion = unsafe slot.binding.companion
            return unsafe slot.binding.lifetime.sharesInstances
                || companion.map { unsafe keeps(Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()) } ?? false
        }
    }
}

extension Resolver {
    /// The container to resolve from.
    ///
    /// It differs from `base` if a module hides registrations, or if the dependencies of
    /// the factory are observed.
    package var seen: Container { container }
}

extension LastingGraph {
    /// The graph of the resolve that runs on this thread, which is kept for later; nil: no resolve runs.
    package static var running: LastingGraph? { unsafe running(on: ThreadContext.current) }
}

extension Container {
    /// Calls `body` when no other thread has the object's turn; a thread that has it may take it again inside.
    ///
    /// If the threads would wait for each other, `body` runs anyway.
    package static func inTurn<R, E: Error>(of object: AnyObject, _ body: () throws(E) -> R) throws(E) -> R {
        try WaitForGraph.shared.inTurn(on: object, atMost: nil, body)
    }
}

extension Container {
    /// Whether a container is an ancestor of this one.
    package func inherits(from container: Container) -> Bool { ancestors.contains { $0 === container } }
}
