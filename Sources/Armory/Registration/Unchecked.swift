// Registrations of types that threads share although the compiler cannot see that they may.

/// A registration whose instances threads share, of a type that need not be `Sendable`.
///
/// Write it only if the instances are thread-safe in a way that the compiler cannot see, or if they are immutable: it does not check that.
///
/// ```swift
/// Unchecked(Legacy.init)                                  // as a Singleton
/// Unchecked(Draft.init).lifetime(.scoped(.request))       // as a Scoped
/// Unchecked { Cache() }.lifetime(TimeToLive(.seconds(60)))  // as a Kept
/// ```
///
/// The async factories of a graph share an instance whose lifetime is `.graph`, as if its type were `Sendable`.
///
/// With `arguments:` before its factory, or with ``ParameterSource/argument``, it
/// keeps an instance for each value of the arguments, as a ``Kept``.
public struct Unchecked<Instance>: Plumbing.InferringRegistration, StartingRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) {
        definition = Plumbing.Definition(recipe.arguments == nil ? .singleton : .custom, recipe)
        definition.notes.sendability = .unchecked
    }

    // The type has to be named: without it, a trailing closure might be the value.
    /// Registers an existing instance.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found.
    ///   - value: The instance.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init(_ type: Instance.Type, value: Instance, fileID: StaticString = #fileID, line: Int = #line) {
        definition = Plumbing.Definition(value: value, at: CodeLocation(fileID: fileID, line: line))
        definition.notes.sendability = .unchecked
    }

    /// Also finds the instance under a further type, whose values the threads share too.
    ///
    /// - Parameter upcast: Returns the instance as the further type: `{ $0 as any Orders }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        addingAlias(sendability: .unchecked, upcast)
    }

    /// Returns the registration with the lifetime of a ``Singleton``, a ``Shared``, a ``Scoped`` or a ``Graph``.
    public func lifetime(_ lifetime: SharedLifetime<Void>) -> Self {
        changingDefinition { $0.changeLifetime(to: lifetime.rule) }
    }

    /// Returns the registration with the lifetime of a ``Kept``.
    ///
    /// - Parameter lifetime: Determines which callers share an instance, and for how long.
    public func lifetime(_ lifetime: some CustomLifetime) -> Self {
        changingDefinition {
            $0.changeLifetime(to: UntypedLifetimeRule(lifetime: .custom))
            $0.changeTraits { $0.parts.route = ($0.parts.route as? any AnyKeptRoute)?.makeRoute(lifetime: lifetime) }
        }
    }
}

extension Plumbing.Definition {
    /// Changes the lifetime.
    fileprivate mutating func changeLifetime(to rule: UntypedLifetimeRule) {
        let arguments = erased.record.argumentType
        changeTraits {
            $0.lifetime = rule.lifetime
            $0.parts.tag = rule.scope
            $0.parts.route = makePerArgumentRoute(lifetime: rule.lifetime, argumentType: arguments ?? NoArguments.self)
        }
        if arguments == nil, rule.lifetime != .custom { changeTraits { $0.parts.route = nil } }
        if arguments != nil, ![.custom, .shared, .transient].contains(rule.lifetime) {
            notes.fault = ResolutionError(refusing: erased.record, because: ArgumentWords.onlyKept)
        }
        notes.options.remove(.kept)
        if rule.lifetime == .custom { notes.options.insert(.kept) }
    }
}
