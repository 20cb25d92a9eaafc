// A repeatable factory whose instance is needed while it runs. It is called again, and the inner call's instance counts:
//
//     Parent's factory  >  Child  >  its injection  >  Parent's factory, again  >  Child, which exists by now
//           |                                                    |
//     the result is dropped                          the Parent, for every caller
//
// An outer call on the fast path has no build. For a kept instance, the inner call creates the build. For a graph's instance, the
// inner call creates the instance in the usual way, and the outer call finds it in the graph.
//
// Libraries with such factories resolve by functions that do not throw, so their injections cannot be put off.

extension Construction {
    var isRepeatable: Bool { unsafe slot.withBinding { $0.isRepeatable } }

    /// Calls the factory again, if it runs on this thread further out, and injects the instance; nil: it does not run.
    func makeAgain() throws -> T? {
        guard isRepeatable, let build = constructing else { return nil }
        let made = try factory(Resolver(owner: container))
        // Unless the factory was called once more, further in.
        if build.instance == nil {
            try checkShared(made, of: build)
            if build.kind == .graph {
                _ = unsafe put(made, of: build, replacing: context.pointee.graph.find(slot.identifier))
            }
            WaitForGraph.shared.beginInjecting(build, made)
            try injectInner(made, of: build)
        }
        me.takeEarly(build)
        return build.instance
    }

    private func injectInner(_ made: T, of build: Build<T>) throws {
        build.isMadeAgain = true
        if callsWired { me.reserveWiredCall(for: build) }
        guard injections?.completes ?? false else { return }
        var instance = made
        if let failure = runInjections(on: &instance) { throw failure }
        try WaitForGraph.shared.endInjecting(build, instance)
        // A value is another one now.
        WaitForGraph.shared.beginInjecting(build, instance)
    }

    /// Finishes the build with the instance of the inner call, after the outer call of the factory.
    func finishMadeAgain(_ build: Build<T>, in frame: ThreadNode.Mark) throws -> T? {
        guard let instance = build.instance else { preconditionFailure("the inner call has created it") }
        while let putOff = me.nextPutOff(until: frame.position) { try putOff.run() }
        return try finish(build, instance, in: frame) ? instance : nil
    }

    /// The build of the slot whose factory runs on this thread further out, and in the same graph if the instance is the
    /// graph's.
    private var constructing: Build<T>? {
        // The owner may read the phase: only it ends the construction.
        let frame = me.frames.last { frame in
            guard frame.build.phase == .constructing else { return false }
            return unsafe HazardList.load(frame.position) == slot.identifier
        }
        guard let frame else { return fastBuild }
        guard unsafe frame.build.kind == .kept || frame.position >= context.pointee.levelStart else { return nil }
        return unsafe frame.build.typed(as: T.self)
    }

    /// The build of a kept instance whose factory the fast path of this thread has called; nil: it has not.
    private var fastBuild: Build<T>? {
        guard unsafe slot.withBinding({ $0.lifetime.sharesInstances }), unsafe context.isOnPathTwice(slot),
            let build = unsafe WaitForGraph.shared.build(of: slot, as: T.self, slotOwner: owner), build.owner === me,
            WaitForGraph.shared.phase(of: build) == .constructing
        else { return nil }
        return build
    }
}
