// The recipes of autowired registrations: an initializer or function whose parameters are resolved by their types.
//
// One recipe with a parameter pack would be enough. But the compiler does not specialise code over a pack: resolving a
// graph of seven objects then takes 3.8 times the instructions of code written by hand. With a separate recipe for each
// number of parameters it takes 1.4 times. So there is one for each number up to seven; further parameters go through a
// pack.

extension Plumbing.Recipe {
    @inlinable
    init<First>(
        _ factory: @escaping @Sendable (First) throws -> Instance, at location: SourceLocation
    ) {
        self.init(at: location, needs: { Dependency.parameters(First.self) }) {
            try factory($0.container.lookUpParameter(First.self))
        }
    }

    @inlinable
    init<First, Second>(
        _ factory: @escaping @Sendable (First, Second) throws -> Instance, at location: SourceLocation
    ) {
        self.init(at: location, needs: { Dependency.parameters(First.self, Second.self) }) {
            try factory($0.container.lookUpParameter(First.self), $0.container.lookUpParameter(Second.self))
        }
    }

    @inlinable
    init<First, Second, Third>(
        _ factory: @escaping @Sendable (First, Second, Third) throws -> Instance, at location: SourceLocation
    ) {
        self.init(at: location, needs: { Dependency.parameters(First.self, Second.self, Third.self) }) {
            try factory(
                $0.container.lookUpParameter(First.self), $0.container.lookUpParameter(Second.self),
                $0.container.lookUpParameter(Third.self))
        }
    }

    @inlinable
    init<First, Second, Third, Fourth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth) throws -> Instance, at location: SourceLocation
    ) {
        self.init(at: location, needs: { Dependency.parameters(First.self, Second.self, Third.self, Fourth.self) }) {
            try factory(
                $0.container.lookUpParameter(First.self), $0.container.lookUpParameter(Second.self),
                $0.container.lookUpParameter(Third.self),
                $0.container.lookUpParameter(Fourth.self))
        }
    }

    @inlinable
    init<First, Second, Third, Fourth, Fifth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth) throws -> Instance,
        at location: SourceLocation
    ) {
        let needs = { @Sendable in Dependency.parameters(First.self, Second.self, Third.self, Fourth.self, Fifth.self) }
        self.init(at: location, needs: needs) {
            try factory(
                $0.container.lookUpParameter(First.self), $0.container.lookUpParameter(Second.self),
                $0.container.lookUpParameter(Third.self),
                $0.container.lookUpParameter(Fourth.self), $0.container.lookUpParameter(Fifth.self))
        }
    }

    @inlinable
    init<First, Second, Third, Fourth, Fifth, Sixth>(
        _ factory: @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth) throws -> Instance,
        at location: SourceLocation
    ) {
        let needs = { @Sendable in
            Dependency.parameters(First.self, Second.self, Third.self, Fourth.self, Fifth.self, Sixth.self)
        }
        self.init(at: location, needs: needs) {
            try factory(
                $0.container.lookUpParameter(First.self), $0.container.lookUpParameter(Second.self),
                $0.container.lookUpParameter(Third.self),
                $0.container.lookUpParameter(Fourth.self), $0.container.lookUpParameter(Fifth.self),
                $0.container.lookUpParameter(Sixth.self))
        }
    }

    @inlinable
    init<First, Second, Third, Fourth, Fifth, Sixth, Seventh, each Rest>(
        _ factory:
            @escaping @Sendable (First, Second, Third, Fourth, Fifth, Sixth, Seventh, repeat each Rest) throws ->
            Instance,
        at location: SourceLocation
    ) {
        let needs = { @Sendable in
            var types: [any Any.Type] = [
                First.self, Second.self, Third.self, Fourth.self, Fifth.self, Sixth.self, Seventh.self,
            ]
            repeat types.append((each Rest).self)
            return Dependency.parameters(types)
        }
        self.init(at: location, needs: needs) {
            try factory(
                $0.container.lookUpParameter(First.self), $0.container.lookUpParameter(Second.self),
                $0.container.lookUpParameter(Third.self),
                $0.container.lookUpParameter(Fourth.self), $0.container.lookUpParameter(Fifth.self),
                $0.container.lookUpParameter(Sixth.self),
                $0.container.lookUpParameter(Seventh.self), repeat $0.container.lookUpParameter((each Rest).self))
        }
    }
}
