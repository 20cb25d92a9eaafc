internal import CLookup

extension Container {
    /// The error of a key that is not registered.
    func missingFault(
        _ key: ServiceKey, code: ResolutionError.Code = .missing, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        let askers = unsafe context.wholePath
        var step = ResolutionError.Step(key: key, location: nil)
        step.parameters = askers.last?.parameters(for: key)
        let path = askers.steps + [step]
        let asker = path.dropLast().last?.location
        guard !hasMetClosed else {
            return ResolutionError(.closed, key: key, path: path, detail: endedScope)
        }
        for ancestor in ancestors {
            guard let binding = ancestor.absentBinding(key), binding.options.contains(.promise) else { continue }
            return unsafe fault(.promised, binding, context)
        }
        return ResolutionError(
            code, key: key, path: path, location: asker, detail: .near(nearMisses(of: key)))
    }

    /// The detail of the error that this container or an ancestor is closed: the scope that has ended, if it is one.
    var endedScope: ResolutionError.Detail {
        ([self] + ancestors).first(where: \.isClosed)?.scope.map { .scope($0) } ?? .none
    }

    /// The error of a list if this container or an ancestor is closed; nil: none is.
    func closedFault(of list: any Any.Type) -> ResolutionError? {
        hasMetClosed ? ResolutionError(.closed, key: ServiceKey(list), detail: endedScope) : nil
    }

    /// Leaves the path after a factory, an injection or a check threw, and returns the error that describes it.
    @inline(never)
    func fail(
        _ error: any Error, _ context: UnsafeMutablePointer<ThreadContext>, _ entry: PathEntry
    ) -> ResolutionError {
        let described = describe(error) { unsafe context.wholePath }
        if unsafe context.pointee.buildCount != 0 { unsafe ThreadNode.of(context).abandonPutOffs(until: entry.top) }
        unsafe context.pop(entry)
        unsafe clookup_end_resolve(context)
        return described
    }

    /// The error of a key without a registration, here or in an ancestor: it was removed, or promised, or never
    /// registered.
    func notThereFault(_ key: ServiceKey) -> ResolutionError {
        let base = view?.base ?? self
        let context = unsafe ThreadContext.current
        // A registration that a parent has removed counts as never registered here; a parent's promise is still a
        // promise.
        let binding =
            base.absentBinding(key)
            ?? base.ancestors.lazy.compactMap { $0.absentBinding(key) }.first { $0.options.contains(.promise) }
        guard let binding else { return unsafe base.missingFault(key, context) }
        return unsafe base.fault(binding.options.contains(.promise) ? .promised : .removed, binding, context)
    }

    /// The error of a registration that cannot be resolved here at all; its slot is not on the path.
    func fault(
        _ code: ResolutionError.Code, _ binding: Binding, _ context: UnsafeMutablePointer<ThreadContext>,
        underlying: (any Error)? = nil, detail: ResolutionError.Detail = .none
    ) -> ResolutionError {
        let askers = unsafe context.wholePath
        var path = (askers + [binding]).steps
        path[path.count - 1].parameters = askers.last?.parameters(for: binding.key)
        return ResolutionError(
            code, key: binding.key, path: path, location: binding.step.location, underlying: underlying, detail: detail)
    }

    func argumentFault(
        _ binding: Binding, given: (any Any.Type)?,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        ResolutionError(
            .wrongArguments, key: binding.key, path: unsafe context.wholePath.steps,
            location: binding.step.location,
            detail: .arguments(taken: binding.argumentType, given: given))
    }
}
