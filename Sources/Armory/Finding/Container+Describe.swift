extension Container {
    /// Describes an error at the end of the path.
    func describe(_ error: any Error, path bindings: () -> [Binding]) -> ResolutionError {
        // A nested resolve has described it already, with the whole path.
        if let error = error as? ResolutionError { return error }
        if let fault = error as? PutOffFault { return describe(fault.error) { fault.path } }
        if type(of: error) == PathFault.self, case PathFault.tooDeep = error { return tooDeep(bindings()) }
        return describe(error, at: bindings())
    }

    /// The error of a path that is too deep.
    ///
    /// Separate from the others, and not inlined: little of the stack is left.
    @inline(never)
    private func tooDeep(_ bindings: [Binding]) -> ResolutionError {
        let path = bindings.steps
        let last = path[path.count - 1]
        return ResolutionError(.tooDeep, key: last.key, path: path, location: last.location)
    }

    /// Describes an error that a factory that awaits has thrown, or the completion of its instance.
    func describe(_ error: any Error, in frame: TaskFrame) -> ResolutionError {
        guard error is CancellationError, Task.isCancelled else { return describe(error) { frame.bindings } }
        return ResolutionError(
            .cancelled, key: frame.binding.key, path: frame.bindings.steps, location: frame.binding.step.location,
            underlying: error)
    }

    /// Describes an error at the end of a path.
    ///
    /// Not inlined: its frame is large, and the path is collected where little of the stack may be left.
    @inline(never)
    private func describe(_ error: any Error, at bindings: [Binding]) -> ResolutionError {
        let path = bindings.steps
        let last = path[path.count - 1]
        func make(
            _ code: ResolutionError.Code, path: [ResolutionError.Step] = path,
            underlying: (any Error)? = nil, detail: ResolutionError.Detail = .none
        ) -> ResolutionError {
            ResolutionError(
                code, key: last.key, path: path, location: last.location, underlying: underlying,
                detail: detail)
        }
        guard Self.isOwn(error) else { return make(.factoryFailed, underlying: error) }
        switch error {
        case is AwaitingFault:
            return describeAwaited(bindings)
        case ConstructionFault.cycleOnPath:
            return make(.cycle, detail: cycleDetail(bindings))
        case ConstructionFault.closed:
            return make(.closed, detail: endedScope)
        case ConstructionFault.closesAsynchronously:
            return make(.closesAsynchronously)
        case PathFault.notSeeded:
            return make(.notSeeded)
        case ConstructionFault.valueTypeShared(let type):
            return make(.valueTypeShared, detail: .valueType(TypeName.of(type)))
        case PathFault.valueTypeRecentlyUsed:
            return make(.valueTypeShared)
        case ConstructionFault.replacedWhileInjecting:
            return make(.replacedWhileInjecting)
        case WaitFault.cycle(let cycle):
            return make(.cycle, path: cycle.steps, detail: cycleDetail(cycle))
        case WaitFault.timedOut(let other):
            return make(.timedOut, detail: .other(other.steps, isTask: false))
        case ChoiceFault.unknown(let value):
            return make(.unknownChoice, detail: choiceDetail(value, bindings[bindings.count - 1]))
        case ChoiceFault.notSendable(let chosen):
            return ResolutionError(
                .notSendable, key: chosen.key, path: path + [chosen.step], location: last.location)
        case is Declined:
            return make(.declined, underlying: error)
        case DecorationFault.anotherType(let returned, let decorator):
            return make(
                .decoratedAsAnotherType, detail: .decoration(returned: TypeName.of(returned), decorator: decorator))
        case DecorationFault.doesNotAwait(let interceptor):
            return make(.doesNotAwait, detail: .aroundMaking(interceptor: interceptor))
        case DecorationFault.notSendable(let layer, let location, let registration):
            // An adapter's own registration is another one.
            let path = bindings.last?.base === registration ? path : path + [registration.step]
            return ResolutionError(
                .notSendable, key: registration.key, path: path, location: registration.location,
                detail: .notSendable(layer: layer, location, isShared: registration.isShareable))
        default:
            return make(.factoryFailed, underlying: error)
        }
    }

    /// Whether the error is of a type that says more than that a factory or an injection failed.
    ///
    /// Each failed cast takes some hundred instructions, and a database that is down fails at every request.
    private static func isOwn(_ error: any Error) -> Bool {
        let type = ObjectIdentifier(type(of: error))
        return type == ObjectIdentifier(Declined.self) || type == ObjectIdentifier(PathFault.self)
            || type == ObjectIdentifier(AwaitingFault.self) || type == ObjectIdentifier(ConstructionFault.self)
            || type == ObjectIdentifier(WaitFault.self) || type == ObjectIdentifier(DecorationFault.self)
            || type == ObjectIdentifier(ChoiceFault.self)
    }

    /// The detail of the error that a value chooses no registration: those that it could have chosen.
    private func choiceDetail(_ value: AnyQualifier?, _ binding: Binding) -> ResolutionError.Detail {
        guard let choices = binding.choices else { return .none }
        let keys = memberKeys(of: binding.type).filter { choices.contains($0.qualifier) && $0 != binding.key }
        return .choice(value, type: choices.value, of: keys.compactMap { registered($0)?.step })
    }

    /// The detail of a cycle's error: whether a registration on it is decorated.
    func cycleDetail(_ path: [Binding]) -> ResolutionError.Detail {
        guard let last = path.last else { return .none }
        return last.decorates(over: path) ? .decoratedCycle : .none
    }

    /// The error of a caller that asks without awaiting for an instance that does not exist.
    func describeAwaited(_ path: [Binding]) -> ResolutionError {
        let steps = path.steps
        let last = steps[steps.count - 1]
        let asker = steps.dropLast().last
        if let binding = path.last, TaskFrame.running?.isMaking(binding, in: self) ?? false { return cycle(path) }
        let isMadeByStart = path.last?.isThereOnceStarted(for: path.dropLast().last) ?? false
        return ResolutionError(
            .asynchronous, key: last.key, path: steps, location: asker == nil ? last.location : asker?.location,
            detail: isMadeByStart ? .madeByStart : .none)
    }

    /// The error of a path whose end closes a cycle.
    func cycle(_ path: [Binding]) -> ResolutionError {
        let steps = path.steps
        let last = steps[steps.count - 1]
        return ResolutionError(
            .cycle, key: last.key, path: steps, location: last.location, detail: cycleDetail(path))
    }
}
