extension AnyBinding {
    /// Makes the instance, or sees that it is there.
    func activate(in container: Container) throws(ResolutionError) {
        try accept(Activation(container: container))
    }

    /// Makes the instance, or sees that it is there, awaiting what has to be awaited.
    package func activateAsync(in container: Container) async throws(ResolutionError) {
        guard let activation = accept(AsyncActivation(container: container)) else { return }
        try await activation()
    }
}

private struct Activation: BindingVisitor {
    let container: Container

    func visit<T>(_ binding: TypedBinding<T>) throws(ResolutionError) {
        _ = try container.lookUp(T.self, key: binding.qualifier)
    }
}

/// Returns what awaits: a visit does not.
private struct AsyncActivation: BindingVisitor {
    let container: Container

    typealias Result = () async throws(ResolutionError) -> Void

    func visit<T>(_ binding: TypedBinding<T>) throws(Never) -> Result {
        { [container] () async throws(ResolutionError) in
            // What is intercepted is there when the record behind it is.
            if let activation = binding.intercepted?.accept(InnerActivation(container: container)) {
                try await activation()
            }
            _ = try await container.lookUpAsync(T.self, key: binding.qualifier)
        }
    }
}

/// The same of a record that has no key.
private struct InnerActivation: BindingVisitor {
    let container: Container

    func visit<T>(_ binding: TypedBinding<T>) throws(Never) -> AsyncActivation.Result {
        { [container] () async throws(ResolutionError) in
            guard binding.options.contains(.asynchronous) else { return }
            _ = try await container.lookUpAsync(inner: binding, Asker(TaskFrame.running))
        }
    }
}
