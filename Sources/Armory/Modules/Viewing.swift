/// Gives closures the view of a module that has private registrations.
struct Viewing: ResolverChange {
    let module: ModuleIdentity

    @_lifetime(copy resolver)
    func changed(_ resolver: Resolver, _ time: Dependency.Time) -> Resolver { resolver.viewed(by: module) }
}

extension Binding {
    /// Returns the registration as its module sees it, whose closures find the module's private registrations.
    ///
    /// The registration itself may be private.
    func seen(by module: ModuleIdentity) -> Binding {
        var traits = traits
        // A public alias leads to a public registration, even if the module hides another registration of that type.
        if options.contains(.alias), !options.contains(.hidden) { return self }
        if options.contains(.hidden) { traits.qualifier = Hidden.qualifier(qualifier, in: module) }
        traits.options.insert(.viewing)
        return changed(traits, by: Viewing(module: module))
    }
}
