extension Container {
    /// Creates a container with the given registrations and modules, validated and frozen.
    ///
    /// - Parameters:
    ///   - parents: The containers that are searched, in this order, for keys that this one does not have.
    ///   - scope: The tag of the scope that the container represents: it keeps the instances of ``Scoped``
    ///     registrations with the tag.
    ///   - configuration: The settings of the container; its parents keep their own settings.
    ///   - contents: The registrations and modules of the container; they take precedence over those of the parents.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` list all faults, or the
    ///   error of an eager factory.
    public convenience init(
        parents: [Container] = [], scope: ScopeTag? = nil, configuration: Configuration = Configuration(),
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws(ResolutionError) {
        self.init(parents: parents, scope: scope, configuration: configuration)
        try assemble(contents())
        freeze()
    }
}
