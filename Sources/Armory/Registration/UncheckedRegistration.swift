/// A registration whose closure belongs to a library with its own API, whose users promise that any thread may call it.
package struct UncheckedRegistration<Instance>: Registration {
    package var definition: Plumbing.Definition<Instance>

    /// Registers a factory that makes, or finds, an instance at each resolve.
    ///
    /// - Parameters:
    ///   - needs: The keys of the dependencies; nil: they are not known before it runs.
    ///   - isAlias: Whether it is another type of the one registration that it needs.
    package init(
        _ type: Instance.Type, qualifier: AnyQualifier?, at location: SourceLocation, needs: [ServiceKey]?,
        isAlias: Bool, factory: @escaping () throws -> Instance
    ) {
        // The users' promise.
        nonisolated(unsafe) let factory = factory
        let dependencies = needs?.map { Dependency(aliased: $0, takesArguments: false) }
        let traits = BindingTraits(
            lifetime: .transient, location: location, qualifier: qualifier, options: isAlias ? .alias : [],
            needs: dependencies.map { needs in { @Sendable in needs } }, source: .factory, note: .unchecked)
        definition = Plumbing.Definition(Binding.make(Instance.self, traits) { _ in unsafe try factory() })
    }
}
