/// A registration whose closures belong to a library with its own API on top of this one.
///
/// The library's users promise that any thread may call the closures and share the instances.
package struct FacadeRegistration<Instance>: Registration {
    package var definition: Plumbing.Definition<Instance>

    /// Registers a factory.
    ///
    /// - Parameters:
    ///   - lifetime: A lifetime that is neither scoped nor custom.
    ///   - qualifier: The value that finds the registration together with the type; nil: the type alone finds it.
    ///   - location: The location of the registration in the source.
    ///   - needs: The dependencies of the factory; nil: they are not known before it runs.
    ///   - isRepeatable: Whether the factory is called again if its instance is needed while it runs.
    ///   - companion: The library's object for the registration, which ``Container/companions`` lists; nil: there is
    ///     none.
    ///   - factory: Creates an instance. Throws ``Declined`` if there is to be none.
    package init(
        _ lifetime: Lifetime, qualifier: AnyQualifier? = nil, at location: SourceLocation, needs: [Dependency]? = nil,
        isRepeatable: Bool = false, companion: AnyObject? = nil, factory: @escaping (Resolver) throws -> Instance
    ) {
        // The users' promise.
        nonisolated(unsafe) let factory = factory
        let traits = Self.traits(lifetime, qualifier, location, needs, isRepeatable)
        guard let companion else {
            definition = Plumbing.Definition(Binding.make(Instance.self, traits) { unsafe try factory($0) })
            return
        }
        let erased = ErasedFactory { (resolver: Resolver) throws -> Instance in unsafe try factory(resolver) }
        definition = Plumbing.Definition(SiteBinding(Instance.self, Instance.self, traits, nil, companion, erased))
    }

    /// Registers a factory that takes arguments at every resolve.
    ///
    /// A kept instance is the same for all arguments: that of the first resolve.
    ///
    /// - Parameters:
    ///   - arguments: The type of the arguments.
    ///   - factory: Creates an instance from the arguments.
    package init<Arguments>(
        _ lifetime: Lifetime, qualifier: AnyQualifier? = nil, at location: SourceLocation, needs: [Dependency]? = nil,
        isRepeatable: Bool = false, companion: AnyObject? = nil, taking arguments: Arguments.Type,
        factory: @escaping (Resolver, Arguments) throws -> Instance
    ) {
        // The users' promise.
        nonisolated(unsafe) let factory = factory
        var traits = Self.traits(lifetime, qualifier, location, needs, isRepeatable)
        traits.argumentType = arguments
        definition = Plumbing.Definition(
            ArgumentBinding(Instance.self, traits, companion: companion) { unsafe try factory($0, $1) })
    }

    /// Completes every instance after its factory has returned, as ``Registration/inject(dependsOn:_:)`` does.
    package func completed(by body: @escaping (inout Instance, Resolver) throws -> Void) -> Self {
        // The users' promise.
        nonisolated(unsafe) let body = body
        return inject { unsafe try body(&$0, $1) }
    }

    /// Calls `body` for every new instance when the outermost resolve that created it has ended.
    package func wired(by body: @escaping (Instance, Resolver) -> Void) -> Self {
        // The users' promise.
        nonisolated(unsafe) let body = body
        return redefined { definition in
            definition.addInjection(
                Injection(needs: [], body: { unsafe body($0, $1) }, waitsForGraph: true))
        }
    }

    /// Returns the registration as another type of the registration that it depends on.
    package var asAlias: Self { changed { $0.options.insert(.alias) } }

    private static func traits(
        _ lifetime: Lifetime, _ qualifier: AnyQualifier?, _ location: SourceLocation, _ needs: [Dependency]?,
        _ isRepeatable: Bool
    ) -> BindingTraits {
        BindingTraits(
            lifetime: lifetime, location: location, qualifier: qualifier,
            needs: needs.map { needs in { @Sendable in needs } }, source: isRepeatable ? .repeatable : .factory,
            note: .unchecked)
    }
}
