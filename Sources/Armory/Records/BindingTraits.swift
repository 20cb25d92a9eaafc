/// The properties that the parts of a binding share, whatever its type.
package struct BindingTraits: Sendable {
    var lifetime: Lifetime
    let location: SourceLocation
    var argumentType: (any Any.Type)?
    var qualifier: AnyQualifier?
    /// The tag of a scoped registration; nil for all others.
    var scope: ScopeTag?
    package var options: RegistrationOptions = []
    var module: ModuleIdentity?
    var needs: (@Sendable () -> [Dependency])?
    /// Counts the calls of the closures: `Measures`, a class of a floor above; nil: they are not reported.
    var measures: (any AnyObject & Sendable)?
    var source = InstanceSource.factory
    /// The factory that awaits; nil: the registration's does not.
    var awaited: (any AwaitedFactory)?
    /// How the instances of a custom lifetime are found; nil: the lifetime is another one.
    var customFinder: (any AnyCustomFinder)?
    /// The report of the resolves; nil: they are not reported.
    var report: ResolveReport?
    var note = SendableNote.unknown

    /// The same traits, of a record that keeps no instance: another record keeps it.
    var keepingNoInstance: BindingTraits {
        var copy = self
        // A shared lifetime requires a `Sendable` type. The copy has another lifetime, so the note records it.
        if lifetime.sharesInstances, note == .unknown { copy.note = .isSendable }
        copy.lifetime = .transient
        copy.scope = nil
        copy.customFinder = nil
        return copy
    }

    /// The same traits with a factory that awaits.
    func awaiting(_ factory: any AwaitedFactory) -> BindingTraits {
        var copy = self
        copy.awaited = factory
        return copy
    }
}

/// Where the instances of a registration come from.
enum InstanceSource: UInt8, Sendable {
    case factory
    /// The registration brought the only one.
    case value
    /// It is given when a scope is opened.
    case seed
    /// Each caller brings a factory: the record belongs to a site.
    case caller
    /// The factory of a record that lies over a site's record.
    case substitute
    /// None: the registration was removed.
    case removed
    /// Another registration of the type, which is chosen in each scope.
    case choice
    /// A factory that is called again if its instance is needed while the factory runs; the inner call's instance counts.
    case repeatable

    /// Whether the fast path may call the record's own factory for each instance.
    ///
    /// A `switch`, because a search in a list takes longer, and each registration pays for it.
    var isFast: Bool {
        switch self {
        case .factory, .seed, .caller, .choice, .repeatable: true
        case .value, .substitute, .removed: false
        }
    }
}

/// Whether the type of a registration's instances is `Sendable`, as far as the compiler has seen it.
///
/// The metatype does not tell: `any P & Sendable` and `any P` are one type at run time. So an overload notes it where
/// the registration is passed to a module or a container.
package enum SendableNote: UInt8, Sendable {
    /// The registration was passed by code that does not know its type.
    case unknown
    case isSendable
    /// It is not, unless generic code that does not require `Sendable` has passed the registration.
    case isConfined
    /// The type may not be `Sendable`, but the program lets threads share the instances.
    case unchecked
}
