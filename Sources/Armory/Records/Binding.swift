// The immutable record of one registration. A container makes a slot for it and reaches it through the slot,
// knowing the type from the key that matched: nothing is cast.

internal import Synchronization

/// The part of a binding that does not depend on its type.
@safe
@usableFromInline
package class AnyBinding: @unchecked Sendable {  // Immutable, and every closure in it is `@Sendable`.
    /// Held by `+1`; unmanaged so that a lookup compares it without a retain.
    @usableFromInline let unmanagedQualifier: Unmanaged<AnyQualifier>?
    package let location: SourceLocation
    // The location and the next fields are two words: in this order there is no padding between them.
    package let lifetime: Lifetime
    private let shape: Shape
    /// The options of the registration, and `asksForCurrent`, the only part of the record that changes.
    private let optionBits: Atomic<UInt16>
    /// The module that contains the registration.
    package let module: ModuleIdentity?
    /// The dependencies of the factory; nil: they are not known before it runs.
    ///
    /// Computed on request: a stored list in every registration would outweigh it.
    private let factoryNeeds: (@Sendable () -> [Dependency])?

    // With one more word, each record would take the next larger piece of memory: facts that its class knows are not
    // stored.

    /// The type that it is found by.
    @usableFromInline package var type: any Any.Type { Never.self }

    /// The type of the instances.
    ///
    /// It differs from the type that the record is found by if the record belongs to a site (`SiteKey`).
    package var instanceType: any Any.Type { type }

    /// Whether it belongs to a site without a companion, whose callers bring the factory.
    var isSite: Bool { false }

    /// The type of the run-time arguments, several as a tuple; nil: none.
    @usableFromInline package var argumentType: (any Any.Type)? { nil }

    init(_ traits: BindingTraits, isPlain: Bool, isBare: Bool = false) {
        unsafe unmanagedQualifier = traits.qualifier.map { unsafe Unmanaged.passRetained($0) }
        lifetime = traits.lifetime
        location = traits.location
        optionBits = Atomic(traits.options.subtracting(.asksForCurrent).rawValue)
        module = traits.module
        factoryNeeds = traits.needs
        shape = Shape(isPlain: isPlain, isBare: isBare, isObserved: traits.isObserved)
        Census.begin(.binding)
    }

    deinit {
        unsafe unmanagedQualifier?.release()
        Census.end(.binding)
    }

    /// Three bits of a byte.
    private struct Shape {
        private let bits: UInt8

        init(isPlain: Bool, isBare: Bool, isObserved: Bool) {
            bits = (isPlain ? 1 : 0) | (isBare ? 2 : 0) | (isObserved ? 4 : 0)
        }

        var isPlain: Bool { bits & 1 != 0 }
        var isBare: Bool { bits & 2 != 0 }
        var isObserved: Bool { bits & 4 != 0 }
    }

    /// Whether only a factory makes an instance: there are no injections, but there may be hooks.
    package final var isPlain: Bool { shape.isPlain }

    /// Whether it is a `Binding` of its type, and plain: the fast path makes its instances.
    package final var isBare: Bool { shape.isBare }

    /// Whether calls of its closures are reported.
    final var isObserved: Bool { shape.isObserved }

    /// The report of its resolves; nil: they are not reported.
    var told: ResolveReport? { nil }

    package final var options: RegistrationOptions {
        // Relaxed: the part that changes is a hint that is only ever set; a thread that needs it in order reads the
        // container's version first.
        RegistrationOptions(rawValue: optionBits.load(ordering: .relaxed))
    }

    /// Notes that the factory was seen to ask for the current container; false if that was known.
    final func noteAskingForCurrent() -> Bool {
        let mark = RegistrationOptions.asksForCurrent.rawValue
        return optionBits.bitwiseOr(mark, ordering: .relaxed).oldValue & mark == 0
    }

    package var qualifier: AnyQualifier? { unsafe unmanagedQualifier?.takeUnretainedValue() }

    package var key: ServiceKey { ServiceKey(type, qualifier: qualifier) }

    /// The known dependencies of the registration, in the order in which they are resolved.
    package var dependencies: [Dependency] { factoryNeeds?() ?? [] }

    /// Whether some closure of the registration has unknown dependencies.
    package var isOpaque: Bool { factoryNeeds == nil }

    /// Whether the instance is an object, as far as the type tells.
    ///
    /// An instance behind a protocol may be one.
    package var isObject: Bool { instanceType is AnyObject.Type || TypeName.isExistential(instanceType) }

    package final var traits: BindingTraits {
        BindingTraits(
            lifetime: lifetime, location: location, argumentType: argumentType, qualifier: qualifier, scope: scope,
            options: options, module: module, needs: factoryNeeds, isObserved: isObserved)
    }

    @inlinable
    @inline(__always)
    package final func isQualified<Q: Hashable & Sendable>(by value: Q) -> Bool {
        guard let own = unsafe unmanagedQualifier else { return false }
        return unsafe own._withUnsafeGuaranteedRef { $0.equals(value) }
    }

    /// The scope that a scoped registration's instances live in.
    package var scope: ScopeTag? { nil }

    /// The type of the custom lifetime that the registration's instances have.
    package var customLifetime: (any CustomLifetime.Type)? { nil }

    /// The size and alignment of an instance.
    package var layout: (size: Int, alignment: Int) { (0, 1) }

    /// The object with which callers create instances, which the record holds or is; nil: the record creates them.
    package var companion: UnsafeRawPointer? { nil }

    /// Whether the end of an instance is awaited.
    package var awaitsShutdown: Bool { false }

    /// Whether its instances are given when a scope is opened.
    var isSeeded: Bool { false }

    /// Releases the instance in the slot at an address.
    package func destroyInstance(in slot: UnsafeMutableRawPointer) {}

    /// Calls a visitor with the binding as one of its instances' type; nil if it has none, because it was removed.
    func accept<V: BindingVisitor>(_ visitor: V) throws(V.Failure) -> V.Result? { nil }

    /// The same registration with other traits, whose closures run inside a change.
    func seen(_ traits: BindingTraits, by change: some ClosureChange) -> AnyBinding { self }

    /// Another record, with the custom lifetime of this one.
    func customRecord<B, Arguments>(
        _ traits: BindingTraits, _ factory: @escaping ArgumentFactory<B, Arguments>
    ) -> AnyBinding {
        preconditionFailure("it has no custom lifetime")
    }

    /// Whether a start or a stop calls a hook of it.
    var isStarted: Bool { false }

    /// The hook calls of a time for the instance in the slot at an address.
    package func calls(_ time: HookTime, withInstanceIn slot: UnsafeMutableRawPointer) -> [HookCall] { [] }

    /// The same as `customRecord`, with a factory that awaits.
    func customRecordAwaited<B, Arguments>(
        _ traits: BindingTraits, _ factory: @escaping AsyncArgumentFactory<B, Arguments>
    ) -> AnyBinding {
        preconditionFailure("it has no custom lifetime")
    }

    /// Writes the instance, if the registration brought one, to an address.
    package func initializeReadyValue(at address: UnsafeMutableRawPointer) -> Bool { false }
}

extension AnyBinding {
    /// The binding, cast to the type that the looked-up key proves.
    ///
    /// Not a checked cast: a metatype held as that of a superclass finds the subclass's binding, whose instances are
    /// references all the same.
    @unsafe
    package func typed<B: AnyBinding>(as type: B.Type) -> B {
        unsafe Unmanaged<B>.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }
}

/// The part that knows the type of the instances.
@usableFromInline
package class TypedBinding<T>: AnyBinding, @unchecked Sendable {
    /// The injections; nil: there are none.
    ///
    /// Not an empty array: generic code has to look up the array's type to see that it is empty.
    package let injections: [Injection<T>]?

    init(_ traits: BindingTraits, _ injections: [Injection<T>]?, hasFactory: Bool = false) {
        self.injections = injections
        let isPlain = injections?.allSatisfy { $0.hook != nil } ?? true
        // The fast path makes no instance that awaits.
        super.init(traits, isPlain: isPlain, isBare: isPlain && hasFactory && !traits.options.contains(.asynchronous))
    }

    @usableFromInline override package var type: any Any.Type { T.self }

    override final func accept<V: BindingVisitor>(_ visitor: V) throws(V.Failure) -> V.Result? {
        try visitor.visit(self)
    }

    /// Calls a visitor with the type of the run-time arguments; nil if the factory takes none.
    func accept<V: ArgumentVisitor>(arguments visitor: V) -> V.Result? where V.Instance == T { nil }

    /// The same registration with other traits and injections.
    func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        TypedBinding(traits, injections)
    }

    /// The same registration with a custom lifetime; itself, if it supports none.
    func withCustomLifetime(_ lifetime: some CustomLifetime) -> TypedBinding<T> { self }

    override package var dependencies: [Dependency] {
        guard let injections else { return super.dependencies }
        return super.dependencies + injections.flatMap { $0.needs ?? [] }
    }

    override package var isOpaque: Bool {
        super.isOpaque || hasOpaqueInjection
    }

    final var hasOpaqueInjection: Bool {
        guard let injections else { return false }
        return injections.contains { $0.needs == nil }
    }

    /// The same registration with a factory that awaits.
    func awaiting(_ factory: @escaping AsyncFactory<T>) -> TypedBinding<T> { self }

    /// The factory that awaits, if it takes no arguments; nil: none does.
    var awaitedFactory: AsyncFactory<T>? { nil }

    override final var isStarted: Bool { hasStartHooks }

    override final func seen(_ traits: BindingTraits, by change: some ClosureChange) -> AnyBinding {
        seeing(traits, change)
    }

    /// The same registration with other traits, whose closures run inside a change.
    func seeing(_ traits: BindingTraits, _ change: some ClosureChange) -> TypedBinding<T> {
        copy(traits, seenInjections(change))
    }

    final func seenInjections(_ change: some ClosureChange) -> [Injection<T>]? {
        injections?.map { injection in
            guard injection.hook == nil else { return injection }
            return Injection(
                needs: injection.needs,
                body: { instance, resolver in
                    try change.call(resolver, .injection) { try injection.body(&instance, $0) }
                },
                waitsForGraph: injection.waitsForGraph)
        }
    }

    override package var layout: (size: Int, alignment: Int) {
        (MemoryLayout<T>.size, MemoryLayout<T>.alignment)
    }

    private final func instance(in slot: UnsafeMutableRawPointer) -> UnsafeMutablePointer<T> {
        unsafe (slot + SlotLayout.instanceOffset(alignment: MemoryLayout<T>.alignment)).assumingMemoryBound(to: T.self)
    }

    override package func destroyInstance(in slot: UnsafeMutableRawPointer) {
        // Moved out rather than deinitialised in place: one value needs no array's destructor.
        _ = unsafe instance(in: slot).move()
    }

    override package func calls(_ time: HookTime, withInstanceIn slot: UnsafeMutableRawPointer) -> [HookCall] {
        unsafe calls(time, with: instance(in: slot).pointee)
    }

    override package final var awaitsShutdown: Bool {
        options.contains(.closes)
            && (injections ?? []).contains { $0.hook.map { $0.time == .shutdown && $0.awaits } ?? false }
    }

    /// The factory, if it takes no arguments.
    package var plainFactory: Factory<T>? { nil }
}

/// A registration without run-time arguments.
@usableFromInline
package class Binding<T>: TypedBinding<T>, @unchecked Sendable {
    @usableFromInline package final let factory: Factory<T>

    init(_ traits: BindingTraits, _ injections: [Injection<T>]? = nil, factory: @escaping Factory<T>) {
        self.factory = factory
        super.init(traits, injections, hasFactory: true)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        Binding(traits, injections, factory: factory)
    }

    override func seeing(_ traits: BindingTraits, _ change: some ClosureChange) -> TypedBinding<T> {
        let factory = factory
        return Binding(traits, seenInjections(change)) { try change.call($0, .construction, factory) }
    }

    override package final var plainFactory: Factory<T>? { factory }

    override func awaiting(_ factory: @escaping AsyncFactory<T>) -> TypedBinding<T> {
        AsyncBinding(traits, injections, factory: factory)
    }
}

/// A closure that makes an instance.
@usableFromInline
package typealias Factory<T> = @Sendable (Resolver) throws -> T

/// A closure that makes an instance from run-time arguments.
@usableFromInline
package typealias ArgumentFactory<T, Arguments> = @Sendable (Resolver, Arguments) throws -> T
