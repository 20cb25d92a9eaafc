// The immutable record of one registration. A container makes a slot for it and reaches it through the slot,
// knowing the type from the key that matched: nothing is cast.

/// The part of a binding that does not depend on its type.
@safe
@usableFromInline
package class AnyBinding: @unchecked Sendable {  // Immutable, and every closure in it is `@Sendable`.
    /// Held by `+1`; unmanaged so that a look-up compares it without a retain.
    @usableFromInline let unmanagedQualifier: Unmanaged<AnyQualifier>?
    package let location: SourceLocation
    // The location and these are two words: in this order there is nothing between them.
    package let lifetime: Lifetime
    /// Whether a factory alone makes an instance: no injections follow.
    package let isPlain: Bool
    /// What its registration says beyond key and lifetime.
    package let options: RegistrationOptions
    /// The module that the registration stands in.
    package let module: ModuleIdentity?
    /// What the factory asks for; nil: nobody knows before it runs.
    ///
    /// Computed by whoever asks: a list for every registration would outweigh it.
    private let factoryNeeds: (@Sendable () -> [Dependency])?

    // A word more, and each record takes the next larger piece of memory: what its class knows is not stored.

    /// The type that it is found by.
    @usableFromInline package var type: any Any.Type { Never.self }

    /// The type of the run-time arguments, several as a tuple; nil: none.
    @usableFromInline package var argumentType: (any Any.Type)? { nil }

    fileprivate init(_ traits: BindingTraits, isPlain: Bool) {
        unsafe unmanagedQualifier = traits.qualifier.map { unsafe Unmanaged.passRetained($0) }
        lifetime = traits.lifetime
        location = traits.location
        options = traits.options
        module = traits.module
        factoryNeeds = traits.needs
        self.isPlain = isPlain
        Census.begin(.binding)
    }

    deinit {
        unsafe unmanagedQualifier?.release()
        Census.end(.binding)
    }

    package var qualifier: AnyQualifier? { unsafe unmanagedQualifier?.takeUnretainedValue() }

    package var key: ServiceKey { ServiceKey(type, qualifier: qualifier) }

    /// What is known of what the registration needs, in the order in which it is asked for.
    package var dependencies: [Dependency] { factoryNeeds?() ?? [] }

    /// Whether some closure of the registration hides what it needs.
    package var isOpaque: Bool { factoryNeeds == nil }

    /// Whether the instance is an object, as far as the type tells.
    ///
    /// What hides behind a protocol may be one.
    package var isObject: Bool { type is AnyObject.Type || TypeName.isExistential(type) }

    package final var traits: BindingTraits {
        BindingTraits(
            lifetime: lifetime, location: location, argumentType: argumentType, qualifier: qualifier, scope: scope,
            options: options, module: module, needs: factoryNeeds)
    }

    @inlinable
    @inline(__always)
    package final func isQualified<Q: Hashable & Sendable>(by value: Q) -> Bool {
        guard let own = unsafe unmanagedQualifier else { return false }
        return unsafe own._withUnsafeGuaranteedRef { $0.equals(value) }
    }

    /// The scope that a scoped registration's instances live in.
    package var scope: ScopeTag? { nil }

    /// The size and alignment of an instance.
    package var layout: (size: Int, alignment: Int) { (0, 1) }

    /// Releases the instance at an address.
    package func destroyInstance(at address: UnsafeMutableRawPointer) {}

    /// The same registration for a module that hides some of its own: its closures see them, and it may be one of them.
    func seen(by module: ModuleIdentity) -> AnyBinding { self }

    /// The same registration, whose closures are given what `change` makes of the resolver.
    func seen(by change: @escaping ResolverChange) -> AnyBinding { self }

    /// Makes the instance, or sees that it is there.
    func activate(in container: Container) throws(ResolutionError) {}

    /// Puts the instance, if the registration brought it, at an address.
    package func initializeReadyValue(at address: UnsafeMutableRawPointer) -> Bool { false }
}

extension AnyBinding {
    /// The binding as the key that was looked up has shown it to be.
    ///
    /// Not a checked cast: a metatype held as that of a superclass finds the subclass's binding, whose instances are
    /// references all the same.
    @unsafe
    package func typed<B: AnyBinding>(as type: B.Type) -> B {
        unsafe Unmanaged<B>.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }
}

/// What the parts of a binding have in common, whatever its type.
package struct BindingTraits: Sendable {
    let lifetime: Lifetime
    let location: SourceLocation
    var argumentType: (any Any.Type)?
    var qualifier: AnyQualifier?
    /// Of a scoped registration alone.
    var scope: ScopeTag?
    package var options: RegistrationOptions = []
    var module: ModuleIdentity?
    var needs: (@Sendable () -> [Dependency])?
}

/// What is left of a binding whose registration was removed: for what the error says.
///
/// It holds nothing of the user's but the qualifier.
package final class RemovedBinding: AnyBinding, @unchecked Sendable {  // As `AnyBinding`.
    private let removedType: any Any.Type

    package init(_ binding: AnyBinding) {
        removedType = binding.type
        let traits = BindingTraits(
            lifetime: binding.lifetime, location: binding.location, qualifier: binding.qualifier)
        super.init(traits, isPlain: true)
    }

    override package var type: any Any.Type { removedType }
}

/// The part that knows the type of the instances.
@usableFromInline
package class TypedBinding<T>: AnyBinding, @unchecked Sendable {
    /// Nil where there are none.
    ///
    /// Not an empty array: to tell that it is empty, generic code looks up its type.
    package let injections: [Injection<T>]?

    init(_ traits: BindingTraits, _ injections: [Injection<T>]?) {
        self.injections = injections
        super.init(traits, isPlain: injections == nil)
    }

    @usableFromInline override package var type: any Any.Type { T.self }

    /// The same registration with other traits and injections.
    func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        TypedBinding(traits, injections)
    }

    override package var dependencies: [Dependency] {
        guard let injections else { return super.dependencies }
        return super.dependencies + injections.flatMap { $0.needs ?? [] }
    }

    override package var isOpaque: Bool {
        super.isOpaque || hasOpaqueInjection
    }

    fileprivate final var hasOpaqueInjection: Bool {
        guard let injections else { return false }
        return injections.contains { $0.needs == nil }
    }

    override func seen(by module: ModuleIdentity) -> AnyBinding {
        var traits = traits
        // What everybody sees stands for what everybody sees, also where the module hides another of that type.
        if options.contains(.alias), !options.contains(.hidden) { return self }
        if options.contains(.hidden) { traits.qualifier = Hidden.qualifier(qualifier, in: module) }
        return seeing(traits) { resolver, _ in resolver.viewed(by: module) }
    }

    override func activate(in container: Container) throws(ResolutionError) {
        _ = try container.lookUp(T.self, key: qualifier)
    }

    /// The same registration, whose closures are given what `change` makes of the resolver.
    func seeing(_ traits: BindingTraits, _ change: @escaping ResolverChange) -> TypedBinding<T> {
        copy(traits, seenInjections(change))
    }

    final func seenInjections(_ change: @escaping ResolverChange) -> [Injection<T>]? {
        injections?.map { injection in
            Injection(needs: injection.needs) { try injection.body(&$0, change($1, .injection)) }
        }
    }

    override func seen(by change: @escaping ResolverChange) -> AnyBinding { seeing(traits, change) }

    override package var layout: (size: Int, alignment: Int) {
        (MemoryLayout<T>.size, MemoryLayout<T>.alignment)
    }

    override package func destroyInstance(at address: UnsafeMutableRawPointer) {
        _ = unsafe address.assumingMemoryBound(to: T.self).deinitialize(count: 1)
    }

    /// The factory, where it takes no arguments.
    package var plainFactory: Factory<T>? { nil }

    /// A registration of another type that the same instance is found by.
    func alias<P>(_ traits: BindingTraits, _ upcast: @escaping @Sendable (T) -> P) -> AnyBinding {
        let qualifier = qualifier
        return Binding(traits) { upcast(try $0.container.lookUp(T.self, key: qualifier)) }
    }
}

/// A registration without run-time arguments.
@usableFromInline
package final class Binding<T>: TypedBinding<T>, @unchecked Sendable {
    @usableFromInline package let factory: Factory<T>

    init(_ traits: BindingTraits, _ injections: [Injection<T>]? = nil, factory: @escaping Factory<T>) {
        self.factory = factory
        super.init(traits, injections)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        Binding(traits, injections, factory: factory)
    }

    override func seeing(_ traits: BindingTraits, _ change: @escaping ResolverChange) -> TypedBinding<T> {
        let factory = factory
        return Binding(traits, seenInjections(change)) { try factory(change($0, .construction)) }
    }

    override package var plainFactory: Factory<T>? { factory }
}

/// A registration that brought its instance.
package final class ReadyBinding<T>: TypedBinding<T>, @unchecked Sendable {
    private let value: T

    init(_ traits: BindingTraits, _ injections: [Injection<T>]? = nil, value: T) {
        self.value = value
        super.init(traits, injections)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        ReadyBinding(traits, injections, value: value)
    }

    override package var isOpaque: Bool { hasOpaqueInjection }

    override package func initializeReadyValue(at address: UnsafeMutableRawPointer) -> Bool {
        unsafe address.initializeMemory(as: T.self, to: value)
        return true
    }
}

/// A registration whose factory takes arguments at every resolve.
///
/// One travels as it is; several travel as `(First, Second, (Rest...))`, because a pack can be taken out of a tuple
/// only where it is all of it.
@usableFromInline
package final class ArgumentBinding<T, Arguments>: TypedBinding<T>, @unchecked Sendable {
    @usableFromInline package let factory: ArgumentFactory<T, Arguments>
    private let typeOfArguments: (any Any.Type)?

    init(
        _ traits: BindingTraits, _ injections: [Injection<T>]? = nil,
        factory: @escaping ArgumentFactory<T, Arguments>
    ) {
        self.factory = factory
        typeOfArguments = traits.argumentType
        super.init(traits, injections)
    }

    @usableFromInline override package var argumentType: (any Any.Type)? { typeOfArguments }

    override func alias<P>(_ traits: BindingTraits, _ upcast: @escaping @Sendable (T) -> P) -> AnyBinding {
        let (qualifier, argumentType) = (qualifier, typeOfArguments ?? Arguments.self)
        return ArgumentBinding<P, Arguments>(traits) { resolver, arguments in
            upcast(try resolver.container.lookUp(T.self, key: qualifier, argumentType, arguments))
        }
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        ArgumentBinding(traits, injections, factory: factory)
    }

    override func seeing(_ traits: BindingTraits, _ change: @escaping ResolverChange) -> TypedBinding<T> {
        let factory = factory
        return ArgumentBinding(traits, seenInjections(change)) { try factory(change($0, .construction), $1) }
    }
}

/// What a closure is given in the place of a resolver, for the factory or for an injection.
typealias ResolverChange = @Sendable (Resolver, Dependency.Time) -> Resolver

/// What makes an instance.
@usableFromInline
package typealias Factory<T> = @Sendable (Resolver) throws -> T

/// What makes an instance from run-time arguments.
@usableFromInline
package typealias ArgumentFactory<T, Arguments> = @Sendable (Resolver, Arguments) throws -> T

/// What completes an instance after it was made.
package struct Injection<T>: Sendable {
    /// What the body asks for; nil: nobody knows before it runs.
    let needs: [Dependency]?
    let body: @Sendable (inout T, Resolver) throws -> Void
}
