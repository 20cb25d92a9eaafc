// An awaited lookup of a `Chosen`. Its own factory does not await, so threads and tasks may ask for it at the same time:
// the instance that it chooses is awaited first, and then found.
//
//     step --+-- instance        the scope has it, or the chosen registration gives it without awaiting
//            +-- awaitsChoice    the choice is made, and its instance awaited; then the lookup is repeated, once
//
// The awaited instance is held until the lookup has ended: nothing else may refer to it yet, so a `Shared` would release it
// and a `RecentlyUsed` close it. If the repeated lookup does not find it, its lifetime has not kept it. To await another
// one might never end, so the lookup throws what an asker that does not await gets.

extension Container {
    /// The step of a registration that chooses from others.
    func chosenStep<T>(
        at slot: Slot, _ request: Request, _ binding: Binding, _ asker: Asker, _ pin: consuming Pin
    ) throws(ResolutionError) -> AwaitStep<T> {
        let fault: ResolutionError
        do throws(ResolutionError) {
            return .instance(try unsafe take(slot, T.self, request, pin))
        } catch {
            guard error.code == .asynchronous, request.argumentType == nil else { throw error }
            fault = error
        }
        guard asker.root != nil else { return .needsRoot }
        if let frame = asker.frame, frame.isMaking(binding, in: self) {
            throw ResolutionError(
                .cycle, key: binding.key, path: asker.path(to: binding).steps, location: binding.location)
        }
        let call = AsyncCall<T>(container: self, binding: binding, factory: factory(request, binding))
        return .awaitsChoice(call, unlessKept: fault)
    }

    /// Awaits the instance that is chosen; the next look finds it, if the caller holds it until then.
    func awaitChoice<T>(_ call: AsyncCall<T>, _ asker: Asker) async throws(ResolutionError) -> T {
        let frame = TaskFrame(call.binding, in: call.container, under: asker, nil)
        defer { frame.end() }
        do {
            return try await TaskFrame.$innermost.withValue(frame) {
                try await call.factory(AsyncResolver(owner: call.container, frame))
            }
        } catch {
            throw call.container.describe(error, in: frame)
        }
    }
}
