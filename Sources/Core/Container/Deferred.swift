// A dependency that is resolved after its asker has it: where it was asked for, and what it leads to there.
//
//     Lazy --> source --weakly--> handle           a call holds the handle, and is a graph of its own
//                |
//                +--> slot                         of an injected one: what the composition has found, also what no key leads to
//                +--> view                         else the key is looked up as the factory's module sees it

internal import CCore

extension DeferredSource {
    package init(_ container: Container, view: Int = 0, askedBy asker: (any Any.Type)? = nil) {
        unsafe self.init(container, nil, view, asker)
    }

    fileprivate init(_ container: Container, _ slot: Slot?, _ view: Int, _ asker: (any Any.Type)?) {
        unsafe self.init(owner: container.weakHandle, slot: slot, view: view, asker: asker)
    }

    private var handle: WeakHandle {
        // The core makes no other owner.
        unsafe unsafeDowncast(owner, to: WeakHandle.self)
    }

    /// The handle, which the caller holds for the time of its use.
    ///
    /// - Throws: ``ResolutionError`` with the code `closed` if it is gone.
    package func requireContainer(for key: @autoclosure () -> ServiceKey) throws(ResolutionError) -> Container {
        guard let container = handle.object else { throw ResolutionError(.closed, key()) }
        return container
    }

    /// How long a thread waits for another one's factory, in nanoseconds.
    package var waitLimit: UInt64 { unsafe handle.object?.context.pointee.wait_limit ?? .max }

    /// Resolves the instance in a graph of its own.
    ///
    /// - Parameter qualifier: The one that the dependency was asked for with.
    package func resolve<T>(_ type: T.Type, qualifiedBy qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        let container = try requireContainer(for: ServiceKey(type, qualifier: qualifier))
        if let slot = unsafe slot { return try unsafe resolve(type, atSlot: slot, in: container) }
        guard view != 0 || qualifier != nil else {
            return try asRunningCall { () throws(ResolutionError) in try container.resolve(type) }
        }
        return try unsafe resolve(
            type, atSlot: container.slot(of: type, qualifiedBy: qualifier, inView: view), in: container)
    }

    private func resolve<T>(_ type: T.Type, atSlot slot: Slot, in container: Container) throws(ResolutionError) -> T {
        if let instance = unsafe ccore_instance(slot.slotInKeepingScope(seenFrom: container.context)) {
            return withExtendedLifetime(container) { unsafe instance.assumingMemoryBound(to: T.self).pointee }
        }
        return try asRunningCall { () throws(ResolutionError) in try unsafe container.resolveUnready(slot) }
    }

    /// Runs a resolve whose factories may ask which deferred dependency they are called for.
    private func asRunningCall<T>(_ resolve: () throws(ResolutionError) -> T) throws(ResolutionError) -> T {
        let thread = unsafe ThreadState.current
        let before = unsafe thread.pointee.deferred
        defer { unsafe thread.pointee.deferred = before }
        return try unsafe withUnsafePointer(to: self) { pointer throws(ResolutionError) in
            unsafe thread.pointee.deferred = UnsafeRawPointer(pointer)
            return try resolve()
        }
    }

    /// The deferred dependency whose call awaits a factory in this task; nil in it: the call has ended, and the task outlives it.
    @TaskLocal fileprivate static var awaitedCall: Guarded<DeferredSource?>?

    /// Resolves the instance in a graph of its own, and awaits its factory if necessary.
    package func resolveAsync<T>(
        _ type: T.Type, qualifiedBy qualifier: AnyQualifier?
    ) async throws(ResolutionError) -> T {
        let container = try requireContainer(for: ServiceKey(type, qualifier: qualifier))
        return try await asAwaitedCall { () async throws(ResolutionError) in
            guard let slot = unsafe slot else {
                return try await container.resolveAsync(type, qualifiedBy: qualifier, inView: view, for: .inNewGraph)
            }
            return unsafe try await container.resolveSlotAsync(
                type, slot.slotInKeepingScope(seenFrom: container.context), for: .inNewGraph)
        }
    }

    /// Resolves a new instance, made from arguments, in a graph of its own.
    package func resolve<T, Arguments>(
        _ type: T.Type, qualifiedBy qualifier: AnyQualifier?, arguments: Arguments
    ) throws(ResolutionError) -> T {
        let container = try requireContainer(for: ServiceKey(type, qualifier: qualifier))
        return try asRunningCall { () throws(ResolutionError) in
            try unsafe container.makeFromArguments(
                container.slot(of: type, qualifiedBy: qualifier, inView: view), arguments, named: qualifier)
        }
    }

    /// Resolves a new instance, made from arguments, and awaits its factory if necessary.
    package func resolveAsync<T, Arguments: Sendable>(
        _ type: T.Type, qualifiedBy qualifier: AnyQualifier?, arguments: Arguments
    ) async throws(ResolutionError) -> T {
        let key = ServiceKey(type, qualifier: qualifier)
        return try await asAwaitedCall { () async throws(ResolutionError) in
            try await requireContainer(for: key).resolveAsync(key, arguments: arguments, inView: view, for: .inNewGraph)
        }
    }

    /// As ``asRunningCall(_:)``, for the factories that a task awaits.
    private func asAwaitedCall<T>(_ resolve: () async throws(ResolutionError) -> T) async throws(ResolutionError) -> T {
        let call = Guarded<DeferredSource?>(self)
        defer { call.withLock { $0 = nil } }
        let result = await Self.$awaitedCall.withValue(call) { () async -> Result<T, ResolutionError> in
            do throws(ResolutionError) { return .success(try await resolve()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// How many unfinished instances the calling thread holds: a resolve that has added one closes a circle, and its instance may still
    /// be given up.
    package static var unfinishedCount: Int {
        let thread = unsafe ccore_known_thread()
        guard unsafe thread.pointee.unfinished != 0 else { return 0 }
        return unsafe ThreadNode.existingNode(ofThread: thread)?.takenEarly.count ?? 0
    }
}

extension Container {
    /// The slot of a key for the factories of a view.
    func slot<T>(
        of type: T.Type, qualifiedBy qualifier: AnyQualifier?, inView view: Int
    ) throws(ResolutionError) -> Slot {
        try unsafe context.findSlot(for: ServiceKey(type, qualifier: qualifier), .current, inView: view)
    }

    /// A weak reference; a container has one for all who need it.
    fileprivate var weakHandle: WeakHandle {
        guard layout.depth == 0 else { return WeakHandle(self) }
        return locked {
            if let known = rareParts.weakHandle { return known }
            let made = WeakHandle(self)
            rareParts.weakHandle = made
            return made
        }
    }
}

extension Resolver {
    package var deferred: DeferredSource {
        unsafe DeferredSource(context.container, slot.pointee.edges?[0], slot.view, thread.runningType)
    }

    /// The deferred dependency whose call the factory runs for; nil: there is none.
    package var deferredCall: DeferredSource? {
        unsafe thread.pointee.deferred.map { unsafe $0.assumingMemoryBound(to: DeferredSource.self).pointee }
            ?? DeferredSource.awaitedCall?.withLock { $0 }
    }
}

extension AwaitedMembers {
    var deferred: DeferredSource {
        unsafe DeferredSource(container, slot.pointee.edges?[0], slot.view, ThreadState.current.runningType)
    }
}
