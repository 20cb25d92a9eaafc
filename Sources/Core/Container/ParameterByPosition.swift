// Resolving what a dependency leads to by its position among the parameters, for records that features put together: what they need
// may have no key.

internal import CCore

extension Context {
    /// The slot of a parameter of a slot's factory.
    func slot(ofParameter position: Int, of slot: Slot) throws(ResolutionError) -> Slot {
        if let edges = unsafe slot.pointee.edges, let bound = unsafe edges[position] { return unsafe bound }
        guard let need = unsafe slot.record?.parameters[position] else { return unsafe slot }
        if let reached = unsafe container.layout.slotOfRecordWithAncestors(inDependency: need) { return unsafe reached }
        return try unsafe findSlot(for: need.key, .current, inView: slot.view)
    }
}

extension Resolver {
    /// The slot of a parameter.
    func slot(ofParameter position: Int) throws(ResolutionError) -> Slot {
        try unsafe context.slot(ofParameter: position, of: slot)
    }

    /// The registration that a parameter leads to; nil: there is none.
    package func record(ofParameter position: Int) -> Record? {
        guard let slot = try? unsafe slot(ofParameter: position) else { return nil }
        return unsafe slot.real.record
    }

    /// A new instance for a parameter whose registration takes arguments.
    package func resolveParameter<T, Arguments>(
        at position: Int, _ type: T.Type = T.self, passingArguments arguments: Arguments
    ) throws(ResolutionError) -> T {
        try unsafe thread.resolveSlot(slot(ofParameter: position), context, passingArguments: arguments)
    }
}

extension AsyncResolver {
    /// The instance for a parameter, whose factory is awaited if necessary.
    package func resolveParameter<T>(at position: Int, _ type: T.Type = T.self) async throws(ResolutionError) -> T {
        try await withCurrentAsker { (asker) async throws(ResolutionError) in
            unsafe try await container.resolveSlotAsync(type, slotInKeepingScope(ofParameter: position), for: asker)
        }
    }

    /// The same, made from arguments.
    package func resolveParameter<T, Arguments>(
        at position: Int, _ type: T.Type = T.self, passingArguments arguments: Arguments
    ) async throws(ResolutionError) -> T {
        try await withCurrentAsker { (asker) async throws(ResolutionError) in
            unsafe try await container.resolveSlotAsync(
                slotInKeepingScope(ofParameter: position), passingArguments: arguments, for: asker)
        }
    }

    private func slotInKeepingScope(ofParameter position: Int) throws(ResolutionError) -> Slot {
        let context = unsafe container.context
        return try unsafe context.slot(ofParameter: position, of: ownFrame.slot).slotInKeepingScope(seenFrom: context)
    }

    /// Runs a part of the factory, perhaps in another task, that belongs to it.
    package func runAsPartOfFactory<R>(_ body: () async throws -> R) async throws -> R {
        try await TaskFrame.$innermost.withValue(ownFrame) { try await body() }
    }

    /// Whether the factory has not returned.
    package var isRunning: Bool { ownFrame.isRunning }

    /// The path to the factory.
    package var steps: [ResolutionError.Step] { ownFrame.steps }

    /// The error for what the factory threw, or a part of the registration: it names that part, and its place.
    package func resolutionError(
        wrapping error: any Error, thrownBy part: (String, CodeLocation)? = nil
    ) -> ResolutionError {
        ownFrame.resolutionError(wrapping: error, detail: part.map { .thrower($0.0, $0.1) } ?? .none)
    }
}
