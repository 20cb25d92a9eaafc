// A container that overrides some registrations of another one, for tests.
//
//     overrides, additions --> Planning --> a plan of changes --> the core: what is affected is created anew, the rest is shared

extension Container {
    /// Builds a container that overrides some registrations of this one, without their decorators, and shares what they do not change.
    ///
    /// ```swift
    /// let container = try application.overriding {
    ///     Singleton((any Clock).self) { FixedClock(hour: 9) }
    /// }
    /// ```
    ///
    /// Instances that depend on an override, directly or indirectly, are created anew and belong to the new container. It shares a
    /// singleton of this container only if it is known to be the same:
    ///
    /// - All dependencies are known: those of initializers and of closures with parameters are, and a closure can declare them with
    ///   ``Registration/dependsOn(_:)``.
    /// - None of them is overridden, and lists and optionals among them have no additions.
    /// - The factory did not ask for the current container, as a property wrapper does.
    ///
    /// This container creates a shared instance, also at the first resolve in the new one. A registered value is always shared. An
    /// awaiting instance that is shared exists once this container has started; the start of the new container starts what it creates
    /// itself. Nothing changes in this container, and in other containers that override it.
    ///
    /// The new container can be overridden again, and scopes opened in it see its overrides. It keeps this container alive, and closes
    /// only instances of its own. Overriding a registration of a parent changes what the registrations of this container resolve, not the
    /// instances that the parent keeps.
    ///
    /// An override has none of the decorators of the registration that it replaces: ``conditions`` lists them. Pass
    /// `keepingDecorators: true` to keep them.
    ///
    /// Put registrations that only the overrides need into a ``Module``, marked ``Registration/private()``, or into `additions`:
    ///
    /// ```swift
    /// let container = try application.overriding {
    ///     Singleton((any Orders).self, RecordedOrders.init)
    /// } adding: {
    ///     Singleton { Recorder() }
    /// }
    /// ```
    ///
    /// Any thread may call it, and several may at the same time.
    ///
    /// - Parameters:
    ///   - keepingDecorators: Whether the decorators of this container apply to the overrides too, before their own ones.
    ///   - contents: The overrides. `Singleton([any Sink].self) { … }` overrides a whole list, and
    ///     `Singleton((any Log)?.self) { nil }` removes an optional dependency.
    ///   - additions: Registrations of types that this container does not have, and elements of lists. One that is
    ///     ``Registration/ifAbsent()`` gives way to a registration of this container.
    /// - Returns: The container.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults: `overridesNothing` for an
    ///   override without a registration to override, `duplicate` for an addition that is registered. Also `closed`, or the error of an
    ///   eager factory.
    /// - Complexity: Linear in the number of registrations, at about a hundred instructions for each.
    public func overriding(
        keepingDecorators: Bool = false, @ModuleBuilder _ contents: () -> [any ModuleElement] = { [] },
        @ModuleBuilder adding additions: () -> [any ModuleElement] = { [] }
    ) throws(ResolutionError) -> Container {
        try overriding(contents(), adding: additions(), keepingDecorators: keepingDecorators)
    }

    /// Builds a container that overrides some registrations of this one, from lists of registrations and modules.
    ///
    /// - Parameters:
    ///   - elements: The overrides.
    ///   - additions: Registrations of types that this container does not have.
    ///   - keepingDecorators: Whether the decorators of this container apply to the overrides too.
    ///   - prepare: Changes the plan, and which instances a start creates.
    package func overriding(
        _ elements: [any ModuleElement], adding additions: [any ModuleElement] = [], keepingDecorators: Bool = false,
        preparingPlan prepare: (_ plan: inout Plan, _ startable: inout [Record]) -> Void = { _, _ in }
    ) throws(ResolutionError) -> Container {
        let layers = features?.layers ?? []
        let kept = keepingDecorators ? layers.filter(\.isDecorator) : []
        var planning = Planning(elements, adding: additions, keeping: kept, configuration, parents: [self])
        planning.addOverriddenToReport(ofBase: self)
        var plan = planning.plan
        let records = plan.entries.map(\.record)
        // Of those of the base, a start leaves out what it does not create here.
        let active = records.filter(\.hasHooksOrIsEager)
        var startable = (features?.lifecycle.startable ?? []) + active
        prepare(&plan, &startable)
        plan.companion = Companion(
            configuration, planning, plan.entries, creating: startable,
            layers: layers + planning.layers.dropFirst(kept.count))
        var faults = planning.allFaults(ofPlan: plan) + planning.faultsOfUnusedOverrides(ofBase: self)
        var container: Container?
        do throws(ResolutionError) { container = try overriding(plan) } catch {
            guard !error.faults.isEmpty else { throw error }
            faults += error.faults
        }
        guard let container, faults.isEmpty else { throw .invalid(faults) }
        let cycles = configuration.validates ? container.faultyCycles(through: records) : []
        guard cycles.isEmpty else { throw .invalid(cycles) }
        try container.completeBuild(reportingRegistered: records, creating: active)
        return container
    }

    /// The faulty cycles that overrides form with registrations of the base.
    private func faultyCycles(through overrides: [Record]) -> [ResolutionError] {
        guard overrides.contains(where: \.hasKnownNeeds) else { return [] }
        let keys = Set(overrides.map(\.key))
        return validation.faults.filter { fault in
            fault.code == .cycle && fault.names.path.contains { keys.contains($0.key) }
        }
    }
}
