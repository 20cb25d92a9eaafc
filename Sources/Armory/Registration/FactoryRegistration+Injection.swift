// Injections that await, for instances of an actor: they are a part of the factory, which then awaits too.
//
//     factory --> injections that await --> injections --> published

extension FactoryRegistration where Instance: Sendable {
    /// Completes every instance by a body that awaits, for example on the main actor.
    ///
    /// ```swift
    /// Singleton(Desk.init)                                 // @MainActor init()
    ///     .inject { @MainActor desk, resolver in desk.lamp = try await resolver.resolve() }
    /// ```
    ///
    /// The body is a part of the creation, before the bodies that do not await. So the registration awaits:
    /// `resolveAsync` creates the instance, or ``Container/start()`` if it is ``KeepingRegistration/eager()``. A cycle
    /// cannot lead through the body: use a ``Lazy`` for it.
    ///
    /// - Parameters:
    ///   - types: All types that the body resolves; none means that they are not known before it runs,
    ///     and `Void.self` that there are none.
    ///   - fileID: The file of the injection, for errors.
    ///   - line: The line of the injection, for errors.
    ///   - body: Receives the instance and the resolver, on no particular thread or, if it is isolated to an actor, on
    ///     that actor.
    @_disfavoredOverload
    public func inject(
        dependsOn types: any Any.Type..., fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @concurrent @Sendable (_ instance: Instance, _ resolver: AsyncResolver) async throws -> Void
    ) -> Self {
        let location = CodeLocation(fileID: fileID, line: line)
        return changingDefinition { definition in
            var traits = definition.erased.record.traits
            traits.parts.addDependencies(
                types.isEmpty ? nil : { @Sendable in Dependency.makeDeclaredDependencies(on: types) })
            definition.notes.options.remove(.value)
            definition.erased.record = definition.erased.record.copyAwaiting(withTraits: traits, as: Instance.self) {
                do { try await body($0, $1) } catch {
                    throw $1.resolutionError(wrapping: error, thrownBy: ("injection", location))
                }
            }
        }
    }
}
