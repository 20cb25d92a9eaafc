extension Plumbing {
    /// The content of a registration: its keys, how its instances are created and how long they live.
    ///
    /// You create one with ``Singleton``, ``Shared``, ``Scoped``, ``Kept``, ``Graph``, ``Transient`` or ``Promised``,
    /// and refine it with the modifiers of ``Registration``.
    public struct Definition<Instance>: Sendable {
        /// The registration without its type.
        package var erased: AnyRegistration

        var notes: Notes {
            get { erased.notes }
            set { erased.notes = newValue }
        }

        init(_ record: Record) {
            erased = AnyRegistration(record)
            if record.lifetime == .custom { erased.notes.options.insert(.kept) }
        }

        /// The content of a registration whose program guarantees that threads may share the instances.
        package init(unchecked record: Record) {
            self.init(record)
            notes.sendability = .unchecked
        }

        init(_ lifetime: Lifetime, _ recipe: consuming Recipe<Instance>, in tag: ScopeTag? = nil) {
            if let arguments = recipe.arguments as? ArgumentRecipe<Instance> {
                self = arguments.makeDefinition(forLifetime: lifetime)
                return
            }
            let isUsual = tag == nil && recipe.needs == nil && lifetime != .custom
            let route = lifetime == .custom ? KeptRoute<_, NoArguments>(Unlimited(), .singleton) : nil
            let rare = isUsual ? nil : Record.Rare(Record.Parts(tag: tag, needs: recipe.needs, route: route))
            // No other registration has the record, unless the program keeps the recipe.
            self.init(Record.completedRecord((consume recipe).record, lifetime: lifetime, rareParts: rare))
        }

        /// The content of a singleton that exists already.
        init(value: Instance, at location: CodeLocation) {
            // Its type is `Sendable`, or the registration is unchecked.
            nonisolated(unsafe) let value = value
            var parts = Record.Parts(needs: { [] })
            parts.isGiven = true
            self.init(Record(Instance.self, .singleton, at: location, parts: parts) { _ in unsafe value })
            notes.options.insert(.value)
        }

        /// The registration without its type, with a note whether the type of the instances is `Sendable`.
        package func withNotes(sendability note: SendableNote) -> AnyRegistration {
            erased.sendability == .unknown ? erased.withSendability(note) : erased
        }

        /// Changes the properties of the record, except its factory.
        mutating func changeTraits(_ body: (inout Record.Traits) -> Void) { erased.changeTraits(body) }

        /// Changes what is done to an instance after its factory, which needs nothing.
        mutating func changeInjections(_ change: (inout Injections<Instance>) -> Void) {
            erased.record = erased.record.copy(
                withTraits: erased.record.traits, changingInjectionsOf: Instance.self, change)
        }

        /// Adds what completes an instance after its factory.
        ///
        /// - Parameter needs: What the body needs; nil: that is not known before it runs.
        mutating func inject(
            needing needs: (@Sendable () -> [Dependency])?,
            _ body: @escaping @Sendable (inout Instance, Resolver) throws -> Void
        ) {
            var traits = erased.record.traits
            traits.parts.addDependencies(needs)
            erased.record = erased.record.copy(withTraits: traits, changingInjectionsOf: Instance.self) {
                $0.addInjection(body)
            }
        }
    }
}

extension Record.Parts {
    init(tag: ScopeTag? = nil, needs: (@Sendable () -> [Dependency])?, route: (any CellRoute)?) {
        self.init(tag: tag, needs: needs)
        self.route = route
    }

    /// Adds dependencies of another part of the registration; nil: they are not known.
    mutating func addDependencies(_ added: (@Sendable () -> [Dependency])?) {
        if added == nil || needs == nil { hidesNeeds = true }
        guard let added else { return }
        needs = { [needs] in (needs?() ?? []) + added() }
    }
}
