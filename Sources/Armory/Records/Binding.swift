// The record of one registration, immutable except for one hint. A container makes a slot for it and reaches it through
// the slot. The matched key tells the type of the instances, so nothing is checked at run time (ErasedFactory.swift).

internal import Synchronization

/// The record of one registration.
///
/// It is one class for all types of instances: the runtime creates a generic class anew for each type, which takes
/// thousands of instructions and some hundred bytes. A function that needs the type opens `instanceType`, or has it
/// from its caller, which has found the record by its key.
@safe
@usableFromInline
package class Binding: @unchecked Sendable {  // Immutable once shared, except atomic hints; closures are `@Sendable`.
    /// Held by `+1`; unmanaged so that a lookup compares it without a retain.
    @usableFromInline let unmanagedQualifier: Unmanaged<AnyQualifier>?
    package let location: SourceLocation
    // The location and the next fields are two words: in this order there is no padding between them.
    package let lifetime: Lifetime
    /// Two bits for `isPlain` and `isBare`, the source of the instances above them, and the note, which changes.
    private let shape: Atomic<UInt8>
    /// The options of the registration, and `asksForCurrent`, which changes.
    private let optionBits: Atomic<UInt16>

    /// The properties that few records have.
    ///
    /// One word. With one more, each record would take the next larger piece of memory.
    private var rare: Rare

    /// Most records with one of these properties have only a module or only a scope.
    private enum Rare {
        case none
        case module(ModuleIdentity)
        case scope(ScopeTag)
        case further(RareTraits)
    }

    /// Creates an instance.
    ///
    /// Code in C calls it (CLookup.h). In an `ArgumentBinding`, it takes arguments.
    let factory: ErasedFactory

    /// The type that it is found by.
    @usableFromInline package final let type: any Any.Type

    /// The type of the instances.
    ///
    /// It differs from the type that the record is found by only if the record belongs to a site (`SiteKey`).
    package var instanceType: any Any.Type { type }

    /// The type that identifies the run-time arguments; nil: none.
    ///
    /// Several are one tuple, such as `(A, B, (C, D))`, as the factory gets them: see `ArgumentBinding`.
    @usableFromInline package var argumentType: (any Any.Type)? { nil }

    /// The dependencies of the factory; nil: they are not known before it runs.
    fileprivate var factoryNeeds: (@Sendable () -> [Dependency])? { nil }

    /// Creates a record whose factory takes no arguments.
    static func make<T>(_: T.Type, _ traits: consuming BindingTraits, factory: @escaping Factory<T>) -> Binding {
        make(T.self, traits, nil, ErasedFactory(factory))
    }

    /// Creates a record with the closures of another one.
    static func make(
        _ type: any Any.Type, _ traits: consuming BindingTraits, _ injections: Injections?, _ factory: ErasedFactory
    ) -> Binding {
        traits.needs == nil
            ? Binding(type, traits, injections, factory) : KnownBinding(type, traits, injections, factory)
    }

    fileprivate init(
        _ type: any Any.Type, _ traits: consuming BindingTraits, _ injections: Injections?, _ factory: ErasedFactory
    ) {
        self.factory = factory
        self.type = type
        unsafe unmanagedQualifier = traits.qualifier.map { unsafe Unmanaged.passRetained($0) }
        lifetime = traits.lifetime
        location = traits.location
        var options = traits.options.subtracting([.asksForCurrent, .asynchronous])
        if traits.awaited != nil, traits.source != .choice { options.insert(.asynchronous) }
        optionBits = Atomic(options.rawValue)
        rare = Self.rare(traits, injections)
        let isPlain = !(injections?.injects ?? false)
        // The fast path makes no instance that awaits.
        let isBare =
            isPlain && traits.argumentType == nil && traits.source.isFast
            && (traits.awaited == nil || traits.source == .choice)
        shape = Atomic(
            (isPlain ? 1 : 0) | (isBare ? 2 : 0) | traits.source.rawValue << 2 | traits.note.rawValue << 6)
        Census.begin(.binding)
    }

    /// Creates the record of a removed registration, or of one that was not added, for messages.
    ///
    /// Of the user's objects it holds only the qualifier.
    package convenience init(removed binding: Binding) {
        let traits = BindingTraits(
            lifetime: binding.lifetime, location: binding.location, qualifier: binding.qualifier, scope: binding.scope,
            module: binding.module, source: .removed)
        self.init(binding.type, traits, nil, ErasedFactory { (_) -> Never in preconditionFailure("it was removed") })
    }

    private static func rare(_ traits: BindingTraits, _ injections: Injections?) -> Rare {
        if injections != nil || traits.awaited != nil || traits.customFinder != nil || traits.report != nil
            || traits.measures != nil || traits.scope != nil && traits.module != nil
        {
            return .further(RareTraits(traits, injections))
        }
        return traits.scope.map { .scope($0) } ?? traits.module.map { .module($0) } ?? .none
    }

    deinit {
        unsafe unmanagedQualifier?.release()
        Census.end(.binding)
    }

    /// Whether only a factory creates an instance: there are no injections, but there may be hooks.
    package final var isPlain: Bool { shape.load(ordering: .relaxed) & 1 != 0 }

    /// Whether it is plain, and its instances are created by a factory that neither takes arguments nor awaits.
    ///
    /// The fast path may create such instances.
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

    /// Whether its instances are those of other registrations, of which a ``Chosen`` chooses one in each scope.
    ///
    /// Its factory does not await. If its choice has to be awaited, `awaited` awaits that first.
    final var isChosen: Bool { source == .choice }

    /// Whether several threads may use an instance: its type is `Sendable`, or the registration says `unchecked`.
    package final var isShareable: Bool {
        lifetime.sharesInstances || isNotedSendable
    }

    /// Whether its factory is called again if its instance is needed while the factory runs.
    ///
    /// One comparison, because the fast path of a graph asks.
    final var isRepeatable: Bool {
        shape.load(ordering: .relaxed) & 0x3C == InstanceSource.repeatable.rawValue << 2
    }

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
    package final var dependencies: [Dependency] { (factoryNeeds?() ?? []) + (injections?.needs ?? []) }

    /// Whether some closure of the registration has unknown dependencies.
    package final var isOpaque: Bool {
        factoryNeeds == nil || injections?.isOpaque ?? false || isChosen && dependencies.contains(where: \.isUnknown)
    }

    /// Whether no dependency of the registration is known: it has none, or they are unknown.
    final var hasNoKnownNeeds: Bool { factoryNeeds == nil && further == nil || dependencies.isEmpty }

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

    /// The properties that few records have; nil: it has none, or only a module or a scope.
    final var further: RareTraits? { if case .further(let traits) = rare { traits } else { nil } }

    /// The module that contains the registration.
    package final var module: ModuleIdentity? {
        switch rare {
        case .none, .scope: nil
        case .module(let module): module
        case .further(let traits): traits.module
        }
    }

    /// Sets the module.
    ///
    /// Requires that the caller has the only reference.
    final func setModule(_ module: ModuleIdentity?) {
        switch rare {
        case .none, .module:
            rare = module.map { .module($0) } ?? .none
        case .scope, .further:
            var traits = traits
            traits.module = module
            rare = Self.rare(traits, injections)
        }
    }

    /// The scope that a scoped registration's instances live in.
    package final var scope: ScopeTag? {
        switch rare {
        case .none, .module: nil
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
    final var isStartable: Bool { injections?.isStartable ?? false }

    /// Whether the end of an instance is awaited.
    package final var awaitsShutdown: Bool { options.contains(.closes) && injections?.shutdownAwaits ?? false }

    /// Whether only callers of a site create instances: the record's own factory always throws.
    var isMadeByCallers: Bool { false }

    /// The object with which callers of a site create instances: one that the record holds, or the record itself.
    ///
    /// Nil: the record's factory creates the instances.
    package var companion: UnsafeRawPointer? { nil }

    /// The same registration with other traits and injections.
    func copy(_ traits: BindingTraits, _ injections: Injections?) -> Binding {
        .make(type, traits, injections, factory)
    }

    /// The same registration with other traits and injections, whose factory runs inside a change.
    func copy(_ traits: BindingTraits, _ injections: Injections?, inside change: any ClosureChange) -> Binding {
        // Only user code runs inside a change.
        guard [.factory, .choice, .repeatable].contains(source) else {
            return .make(type, traits, injections, factory)
        }
        func open<T>(_ type: T.Type) -> Binding {
            let factory = unsafe factory(of: type)
            return .make(
                type, traits, injections, ErasedFactory { try change.call($0, .construction, factory) as T })
        }
        return _openExistential(instanceType, do: open)
    }

    /// Calls a visitor with the type of the run-time arguments.
    func accept<V: ArgumentVisitor>(arguments visitor: V) -> V.Result {
        let factory = unsafe factory(of: V.Instance.self)
        return visitor.visit(self) { (resolver, _: Void) in try factory(resolver) }
    }
}

/// The record of a registration whose factory has known dependencies.
///
/// It is a separate class, so that the other records have no words for them.
@safe
package class KnownBinding: Binding, @unchecked Sendable {  // As `Binding`.
    /// Computed on request.
    ///
    /// A stored list would take more memory than the rest of the record.
    private let needs: (@Sendable () -> [Dependency])?

    override init(
        _ type: any Any.Type, _ traits: consuming BindingTraits, _ injections: Injections?, _ factory: ErasedFactory
    ) {
        needs = traits.needs
        super.init(type, traits, injections, factory)
    }

    override fileprivate var factoryNeeds: (@Sendable () -> [Dependency])? { needs }
}
