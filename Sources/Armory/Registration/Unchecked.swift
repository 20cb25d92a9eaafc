// Registrations of types that threads share although the compiler cannot see that they may.

/// A registration of instances that threads share although their type is not `Sendable`.
///
/// The program guarantees that the instances are thread-safe in a way the compiler cannot see, for example by a lock.
/// Every form of a registration has an unchecked one, with the same parameters and modifiers:
///
/// ```swift
/// Singleton.Unchecked(LegacyCache.init)
///     .onShutdown { cache in cache.close() }
/// Scoped.Unchecked((any Cursor).self) { LegacyCursor(try $0()) }.in(.session)
/// Shared.Unchecked(LegacyImage.init)
/// Kept.Unchecked(LegacyParser.init).lifetime(PerThread())
/// Graph.Unchecked { LegacyBuffer() }
/// ```
///
/// The async factories of a graph share an instance of `Graph.Unchecked`, as if its type were `Sendable`.
public struct Unchecked<Kind: Plumbing.RegistrationKind, Instance>: ConfinedRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) {
        definition = Plumbing.Definition(Kind.kind.lifetime, recipe, in: Kind.kind.tag)
        definition.notes.sendability = .unchecked
    }

    /// Returns the registration with another type, under which the same instance is found.
    ///
    /// A name or qualifier applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self { aliased(noted: .unchecked, upcast) }
}

extension Plumbing {
    /// A kind of registration, whose lifetime an unchecked one has.
    public protocol RegistrationKind {
        /// The lifetime: a value that only the library can create.
        static var kind: Kind<Self> { get }
    }

    /// The lifetime of a kind of registration, which only an unchecked one takes from another kind.
    ///
    /// It registers nothing by itself, so a program cannot share a type that is not `Sendable` without the word
    /// unchecked.
    public struct Kind<Registration>: Sendable {
        let lifetime: Lifetime
        let tag: ScopeTag?

        init(_ lifetime: Lifetime, in tag: ScopeTag? = nil) { (self.lifetime, self.tag) = (lifetime, tag) }
    }
}

extension Unchecked: KeepingRegistration where Kind: KeepingRegistration {}

extension Unchecked: StartingRegistration where Kind: StartingRegistration {}

// The names under which programs write it. The type of the outer registration plays no part, so it is `Never`.

extension Singleton where Instance == Never {
    /// A singleton whose type is not `Sendable`.
    public typealias Unchecked<T> = Armory.Unchecked<Singleton<Never>, T>
}

extension Scoped where Instance == Never {
    /// A scoped registration of a type that is not `Sendable`.
    public typealias Unchecked<T> = Armory.Unchecked<Scoped<Never>, T>
}

extension Shared where Instance == Never {
    /// A shared registration of a type that is not `Sendable`.
    public typealias Unchecked<T> = Armory.Unchecked<Shared<Never>, T>
}

extension Kept where Instance == Never {
    /// A kept registration of a type that is not `Sendable`.
    public typealias Unchecked<T> = Armory.Unchecked<Kept<Never>, T>
}

extension Graph where Instance == Never {
    /// A registration of a type that is not `Sendable`, whose instance async factories of the graph share too.
    public typealias Unchecked<T> = Armory.Unchecked<Graph<Never>, T>
}

// The modifiers of one kind.

extension Unchecked where Kind == Singleton<Never> {
    /// Registers, under a type, an existing instance.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - value: The instance.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init(_ type: Instance.Type, value: Instance, fileID: StaticString = #fileID, line: Int = #line) {
        definition = Plumbing.Definition(value: value, at: CodeLocation(fileID: fileID, line: line))
        definition.notes.sendability = .unchecked
    }

    // For objects only: it would take a trailing closure for the value of a function type.
    /// Registers an existing object.
    ///
    /// - Parameters:
    ///   - value: The object.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init(value: Instance, fileID: StaticString = #fileID, line: Int = #line) where Instance: AnyObject {
        self.init(Instance.self, value: value, fileID: fileID, line: line)
    }
}

extension Unchecked where Kind == Scoped<Never> {
    /// Returns the registration for the scopes of another tag.
    public func `in`(_ tag: ScopeTag) -> Self { changed { $0.parts.tag = tag } }
}

extension Unchecked: Plumbing.RegistrationKind, Plumbing.ArgumentKeepingRegistration
where Kind: Plumbing.ArgumentKeepingRegistration {
    /// The lifetime of such a registration.
    @_documentation(visibility: internal)
    public static var kind: Plumbing.Kind<Self> { Plumbing.Kind(Kind.kind.lifetime) }

    /// Creates a registration from its definition.
    @_documentation(visibility: internal)
    public init(definition: Plumbing.Definition<Instance>) {
        self.definition = definition
        self.definition.notes.sendability = .unchecked
    }
}

extension Unchecked: Plumbing.KeptRegistration where Kind: Plumbing.KeptRegistration {}
