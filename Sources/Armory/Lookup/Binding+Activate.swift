extension Binding {
    /// Resolves the instance, so that it exists.
    func activate(in container: Container) throws(ResolutionError) {
        try accept(Activation(container: container))
    }

    /// Resolves the instance, so that it exists; awaits its factory if necessary.
    package func activateAsync(in container: Container) async throws(ResolutionError) {
        guard let activation = accept(AsyncActivation(container: container)) else { return }
        try await activation()
    }
}

private struct Activation: BindingVisitor {
    let container: Container

    func visit<T>(_ binding: Binding, _ type: T.Type) throws(ResolutionError) {
        _ = try container.lookUp(T.self, key: binding.qualifier)
    }
}

/// Returns a closure that awaits, because a visit cannot.
private struct AsyncActivation: BindingVisitor {
    let container: Container

    typealias Result = () async throws(ResolutionError) -> Void

    func visit<T>(_ binding: Binding, _ type: T.Type) throws(Never) -> Result {
        { [container] () async throws(ResolutionError) in
            // The inner record of an intercepted registration has the instance, so it is activated first.
            if let activation = binding.intercepted?.accept(InnerActivation(container: container)) {
                try await activation()
            }
            _ = try await container.lookUpAsync(T.self, key: binding.qualifier)
        }
    }
}

/// Activates an inner record, which has no key.
private struct InnerActivation: BindingVisitor {
    let container: Container

    func visit<T>(_ binding: Binding, _ type: T.Type) throws(Never) -> AsyncActivation.Result {
        { [container] () async throws(ResolutionError) in
            guard binding.options.contains(.asynchronous) else { return }
            _ = try await container.lookUpAsync(type, inner: binding, Asker(TaskFrame.running))
        }
    }
}
