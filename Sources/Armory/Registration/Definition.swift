/// What a registration says: what it is found by, how its instances are made and how long they live.
///
/// You make one through ``Singleton``, ``Shared``, ``Graph`` or ``Transient`` and refine it by the modifiers of
/// ``Registration``.
public struct Definition<Instance>: Sendable {
    enum Source: @unchecked Sendable {  // A value is `Sendable`, or its owner said `unchecked`.
        case factory(Factory<Instance>)
        case value(Instance)
        /// Makes the binding, which alone knows the type of the arguments.
        case arguments(@Sendable (Definition) -> AnyBinding)
    }

    let lifetime: Lifetime
    let location: SourceLocation
    let source: Source
    var qualifier: AnyQualifier?
    var injections: [Injection<Instance>] = []

    var key: ServiceKey { ServiceKey(Instance.self, qualifier: qualifier) }

    init(lifetime: Lifetime, source: Source, location: SourceLocation) {
        self.lifetime = lifetime
        self.source = source
        self.location = location
    }

    package func makeBinding() -> AnyBinding {
        switch source {
        case .factory(let factory): Binding(self, factory: factory)
        case .value(let value): ReadyBinding(self, value: value)
        case .arguments(let make): make(self)
        }
    }
}
