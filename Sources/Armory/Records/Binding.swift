// The record of one registration, immutable except for one hint. A container makes a slot for it and reaches it through
// the slot, knowing the type from the key that matched: nothing is cast.

internal import Synchronization

/// The part of a binding that does not depend on its type.
@safe
@usableFromInline
package class AnyBinding: @unchecked Sendable {  // Immutable except for an atomic hint; its closures are `@Sendable`.
    /// Held by `+1`; unmanaged so that a lookup compares it without a retain.
    @usableFromInline let unmanagedQualifier: Unmanaged<AnyQualifier>?
    package let location: SourceLocation
    // The location and the next fields are two words: in this order there is no padding between them.
    package let lifetime: Lifetime
    /// Two bits for `isPlain` and `isBare`, the source of the instances above them, and the note, which changes.
    private let shape: Atomic<UInt8>
    /// The options of the registration, and `asksForCurrent`, which changes.
    private let optionBits: Atomic<UInt16>
    /// The module that contains the registration.
    package let module: ModuleIdentity?
    /// The dependencies of the factory; nil: they are not known before it runs.
    ///
    /// Computed on request. A stored list would take more memory than the rest of the record.
    private let factoryNeeds: (@Sendable () -> [Dependency])?

    /// The properties that few records have.
    ///
    /// One word. With one more, each record would take the next larger piece of memory.
    private let rare: Rare

    private enum Rare {
        case none
        /// Most records that have one of these properties have only this one.
        case scope(ScopeTag)
        case further(RareTraits)
    }

    /// The type that it is found by.
    @usableFromInline package var type: any Any.Type { Never.self }

    /// The type of the instances.
    ///
    /// It differs from the type that the record is found by if the record belongs to a site (`SiteKey`).
    package var instanceType: any Any.Type { type }

    /// The type that identifies the run-time arguments; nil: none.
    ///
    /// Several are one tuple, such as `(A, B, C, D)`. The factory gets them as `(A, B, (C, D))`: see `ArgumentBinding`.
    @usableFromInline package var argumentType: (any Any.Type)? { nil }

    init(_ traits: BindingTraits, _ further: RareTraits? = nil, hasPlainFactory: Bool = false) {
        unsafe unmanagedQualifier = traits.qualifier.map { unsafe Unmanaged.passRetained($0) }
        lifetime = traits.lifetime
        location = traits.location
        var options = traits.options.subtracting([.asksForCurrent, .asynchronous])
        if traits.awaited != nil { options.insert(.asynchronous) }
        optionBits = Atomic(options.rawValue)
        module = traits.module
        factoryNeeds = traits.needs
        rare = further.map { .further($0) } ?? traits.scope.map { .scope($0) } ?? .none
        let isPlain = !(further?.injects ?? false)
        // The fast path makes no instance that awaits.
        let isBare =
            isPlain && hasPlainFactory && (traits.source == .factory || traits.source == .caller)
            && traits.awaited == nil
        shape = Atomic(
            (isPlain ? 1 : 0) | (isBare ? 2 : 0) | traits.source.rawValue << 2 | traits.note.rawValue << 6)
        Census.begin(.binding)
    }

    deinit {
        unsafe unmanagedQualifier?.release()
        Census.end(.binding)
    }

    /// Whether only a factory makes an instance: there are no injections, but there may be hooks.
    package final var isPlain: Bool { shape.load(ordering: .relaxed) & 1 != 0 }

    /// Whether it is plain, and its instances are made by a factory that neither takes arguments nor awaits.
    ///
    /// The fast path may make such instances.
    package final var isBare: Bool { shape.load(ordering: .relaxed) & 2 != 0 }

    /// Where the instances come from.
    final var source: InstanceSource {
        InstanceSource(rawValue: (shape.load(ordering: .relaxed) & 0x3F) >> 2) ?? .factory
    }

    /// Whether the type of the instances is `Sendable`, as far as the compiler has seen it.
    final var note: SendableNote { SendableNote(rawValue: shape.load(ordering: .relaxed) >> 6) ?? .unknown }

    /// Whether the note says that threads may share the instances: one bit of `isSendable` and of `unchecked`.
    final var isNotedSendable: Bool {
        shape.load(ordering: .relaxed) & SendableNote.isSendable.rawValue << 6 != 0
    }

    /// Notes whether the type of the instances is `Sendable`.
    ///
    /// Relaxed: a hint that is only ever added to. If code that knows the type and generic code note it at the same time, the
    /// bits together are `unchecked`: the type is `Sendable` then.
    final func noteIfUnknown(_ note: SendableNote) {
        guard self.note == .unknown else { return }
        _ = shape.bitwiseOr(note.rawValue << 6, ordering: .relaxed)
    }

    /// Whether several threads may use an instance: its type is `Sendable`, or the registration says `unchecked`.
    package final var isShareable: Bool {
        lifetime.sharesInstances || isNotedSendable
    }

    /// Whether it belongs to a site without a companion, whose callers bring the factory.
    final var isSite: Bool { source == .caller }

    /// Whether its instances are given when a scope is opened.
    final var isSeeded: Bool { source == .seed }

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

    package final var qualifier: AnyQualifier? { unsafe unmanagedQualifier?.takeUnretainedValue() }

    package final var key: ServiceKey { ServiceKey(type, qualifier: qualifier) }

    /// The known dependencies of the registration, in the order in which they are resolved.
    package final var dependencies: [Dependency] { (factoryNeeds?() ?? []) + (further?.injectionNeeds ?? []) }

    /// Whether some closure of the registration has unknown dependencies.
    package final var isOpaque: Bool { factoryNeeds == nil || further?.hasOpaqueInjection ?? false }

    /// Whether the instance is an object, as far as the type tells.
    ///
    /// An instance behind a protocol may be one.
    package final var isObject: Bool { instanceType is AnyObject.Type || TypeName.isExistential(instanceType) }

    package final var traits: BindingTraits {
        BindingTraits(
            lifetime: lifetime, location: location, argumentType: argumentType, qualifier: qualifier, scope: scope,
            options: options, module: module, needs: factoryNeeds, measures: measures, source: source,
            awaited: awaited, customFinder: customFinder, report: report, note: note)
    }

    @inlinable
    @inline(__always)
    package final func isQualified<Q: Hashable & Sendable>(by value: Q) -> Bool {
        guard let own = unsafe unmanagedQualifier else { return false }
        return unsafe own._withUnsafeGuaranteedRef { $0.equals(value) }
    }

    /// The properties that few records have; nil: it has none, or only a scope.
    final var further: RareTraits? { if case .further(let traits) = rare { traits } else { nil } }

    /// The scope that a scoped registration's instances live in.
    package final var scope: ScopeTag? {
        switch rare {
        case .none: nil
        case .scope(let tag): tag
        case .further(let traits): traits.scope
        }
    }

    /// The factory that awaits; nil: the registration's does not.
    final var awaited: (any AwaitedFactory)? { further?.awaited }

    /// How the instances of a custom lifetime are found; nil: the lifetime is another one.
    final var customFinder: (any AnyCustomFinder)? { further?.customFinder }

    /// The report of its resolves; nil: they are not reported.
    final var report: ResolveReport? { further?.report }

    /// Counts the calls of its closures; nil: they are not reported.
    final var measures: (any AnyObject & Sendable)? { further?.measures }

    /// Whether it has a start hook or a stop hook.
    final var isStartable: Bool { further?.isStartable ?? false }

    /// Whether the end of an instance is awaited.
    package final var awaitsShutdown: Bool { options.contains(.closes) && further?.shutdownAwaits ?? false }

    /// The object with which callers of a site create instances: one that the record holds, or the record itself.
    ///
    /// Nil: the record's factory creates the instances.
    package var companion: UnsafeRawPointer? { nil }

    /// Releases the instance in the slot at an address.
    package func destroyInstance(in slot: UnsafeMutableRawPointer) {}

    /// Calls a visitor with the binding as a `Binding` of its instances' type.
    ///
    /// Returns nil for a `RemovedBinding`, which has no such type.
    func accept<V: BindingVisitor>(_ visitor: V) throws(V.Failure) -> V.Result? { nil }

    /// The same registration with other traits, whose closures run inside a change.
    func changed(_ traits: BindingTraits, by change: any ClosureChange) -> AnyBinding { self }

    /// The hook calls of a time for the instance in the slot at an address.
    package func calls(_ time: HookTime, withInstanceIn slot: UnsafeMutableRawPointer) -> [HookCall] { [] }

    /// Puts the value that the registration brought into the slot at an address.
    package func initializeValue(in slot: UnsafeMutableRawPointer, _ resolver: Resolver) {}
}

extension AnyBinding {
    /// The binding, cast to the type that the looked-up key proves.
    ///
    /// The cast is not checked, because the type may be another one. A caller may hold the metatype of a subclass as
    /// that of a superclass. Its lookup finds the subclass's binding and casts it to the superclass's. Instances of
    /// both are references, so the result is right.
    @unsafe
    package func typed<B: AnyBinding>(as type: B.Type) -> B {
        unsafe Unmanaged<B>.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }
}

/// The part that knows the type of the instances.
@usableFromInline
package class Binding<T>: AnyBinding, @unchecked Sendable {
    /// Makes an instance.
    ///
    /// Code in C reads it (CLookup.h). A record that takes arguments does not use it: see `ArgumentBinding`.
    @usableFromInline package final let factory: Factory<T>

    init(_ traits: BindingTraits, _ injections: [Injection<T>]? = nil, factory: @escaping Factory<T>) {
        self.factory = factory
        super.init(traits, RareTraitsOf(traits, injections), hasPlainFactory: traits.argumentType == nil)
    }

    @usableFromInline override package var type: any Any.Type { T.self }

    override final func accept<V: BindingVisitor>(_ visitor: V) throws(V.Failure) -> V.Result? {
        try visitor.visit(self)
    }

    /// Calls a visitor with the type of the run-time arguments.
    func accept<V: ArgumentVisitor>(arguments visitor: V) -> V.Result where V.Instance == T {
        visitor.visit(self) { [factory] (resolver, _: Void) in try factory(resolver) }
    }

    /// The injections; nil: there are none.
    ///
    /// Not an empty array: generic code has to look up the array's type to see that it is empty.
    package final var injections: [Injection<T>]? {
        // Unsafe: `init` makes them with this type.
        further.flatMap { unsafe unsafeDowncast($0, to: RareTraitsOf<T>.self).injections }
    }

    /// The factory that awaits, with the type of its arguments; nil: the registration's does not await.
    final func awaitedFactory<Arguments>(_ arguments: Arguments.Type) -> AsyncArgumentFactory<T, Arguments>? {
        // Unsafe: the caller has compared the type of the arguments.
        awaited.map { unsafe unsafeDowncast($0, to: AwaitedFactoryOf<T, Arguments>.self).make }
    }

    /// The same registration with other traits and injections.
    ///
    /// - Parameter change: Runs around the factory; nil: nothing does.
    func copy(
        _ traits: BindingTraits, _ injections: [Injection<T>]?, inside change: (any ClosureChange)? = nil
    ) -> Binding<T> {
        // Only user code runs inside a change.
        guard let change, source == .factory else { return Binding(traits, injections, factory: factory) }
        return Binding(traits, injections) { [factory] in try change.call($0, .construction, factory) }
    }

    override final func changed(_ traits: BindingTraits, by change: any ClosureChange) -> AnyBinding {
        var traits = traits
        traits.awaited = awaited?.changed(by: change)
        // A resolve of a reported record does not call its factory.
        traits.report = nil
        return copy(traits, injections?.map { $0.changed(by: change) }, inside: change)
    }

    private final func instance(in slot: UnsafeMutableRawPointer) -> UnsafeMutablePointer<T> {
        unsafe (slot + SlotLayout.instanceOffset(alignment: MemoryLayout<T>.alignment)).assumingMemoryBound(to: T.self)
    }

    override package final func destroyInstance(in slot: UnsafeMutableRawPointer) {
        // Moved out rather than deinitialised in place: one value needs no array's destructor.
        _ = unsafe instance(in: slot).move()
    }

    override package final func calls(_ time: HookTime, withInstanceIn slot: UnsafeMutableRawPointer) -> [HookCall] {
        unsafe calls(time, with: instance(in: slot).pointee)
    }

    override package final func initializeValue(in slot: UnsafeMutableRawPointer, _ resolver: Resolver) {
        guard let value = try? factory(resolver) else {
            preconditionFailure("the factory of a value returns it")
        }
        unsafe instance(in: slot).initialize(to: value)
    }
}

/// A closure that makes an instance.
@usableFromInline
package typealias Factory<T> = @Sendable (Resolver) throws -> T

/// A closure that makes an instance from run-time arguments.
@usableFromInline
package typealias ArgumentFactory<T, Arguments> = @Sendable (Resolver, Arguments) throws -> T
