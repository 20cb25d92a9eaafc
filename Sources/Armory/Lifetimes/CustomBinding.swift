// A registration with a custom lifetime: how a resolve finds its instance.
//
//     lifetime.place() --> hash of place and arguments --> the store's candidates --> ==
//          | nil                                                |            |
//          v                                                 none, or       found: ready and current, or being created
//     a holder for this                                      not current
//     resolve only                                              v
//                                                            a new holder, stored unless another thread was first

/// The part of the binding that does not depend on the lifetime's type.
package class AnyCustomBinding<T, Arguments>: TypedBinding<T>, @unchecked Sendable {
    fileprivate let factory: ArgumentFactory<T, Arguments>
    fileprivate let identity: ArgumentIdentity<Arguments>
    private let typeOfArguments: (any Any.Type)?

    fileprivate init(
        _ traits: BindingTraits, _ injections: [Injection<T>]?, _ identity: ArgumentIdentity<Arguments>,
        _ factory: @escaping ArgumentFactory<T, Arguments>
    ) {
        self.factory = factory
        self.identity = identity
        typeOfArguments = traits.argumentType
        super.init(traits, injections)
    }

    @usableFromInline override package var argumentType: (any Any.Type)? { typeOfArguments }

    override final func accept<V: ArgumentVisitor>(arguments visitor: V) -> V.Result? where V.Instance == T {
        argumentType == nil ? nil : visitor.visit(factory, awaitedArgumentFactory)
    }

    override package var plainFactory: Factory<T>? {
        guard argumentType == nil else { return nil }
        // Without arguments the type is `Void`, which has only one value.
        return { [factory] in try factory($0, unsafe unsafeBitCast((), to: Arguments.self)) }
    }

    override func withCustomLifetime(_ lifetime: some CustomLifetime) -> TypedBinding<T> {
        CustomBinding(traits, injections, lifetime: lifetime, identity, factory: factory)
    }

    /// Returns the holder of the instance for this resolve.
    ///
    /// User code runs, also in the release of an instance that is no longer current.
    func find(_ arguments: Arguments, in store: CustomStore) throws -> FoundHolder {
        preconditionFailure("a subclass finds it")
    }

    /// The factory that awaits; nil if the factory does not await.
    var awaitedArgumentFactory: AsyncArgumentFactory<T, Arguments>? { nil }

    /// Called when the instance for a holder is created and about to be ready.
    func noteMade(_ holder: CustomHolder, in store: CustomStore) {}

    /// Runs the factory for a holder.
    func make(
        _ holder: CustomHolder, in store: CustomStore, _ resolver: Resolver, _ arguments: Arguments
    ) throws -> T {
        try factory(resolver, arguments)
    }
}

/// The holder of the instance for a resolve.
struct FoundHolder {
    let holder: CustomHolder
    /// Whether the instance is ready and current.
    var isReady = false
    /// Whether other resolves may get the instance.
    var isKept = true
}

/// The part of the binding that depends on the lifetime's type.
package class CustomBinding<T, Arguments, L: CustomLifetime>: AnyCustomBinding<T, Arguments>,
    @unchecked Sendable  // As `AnyBinding`.
{
    fileprivate let custom: L

    init(
        _ traits: BindingTraits, _ injections: [Injection<T>]? = nil, lifetime: L,
        _ identity: ArgumentIdentity<Arguments>, factory: @escaping ArgumentFactory<T, Arguments>
    ) {
        custom = lifetime
        super.init(traits, injections, identity, factory)
    }

    override package var customLifetime: (any CustomLifetime.Type)? { L.self }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        // The decorated record keeps the instance, so the inner record need not keep it.
        guard traits.lifetime == .custom else { return ArgumentBinding(traits, injections, factory: factory) }
        return CustomBinding(traits, injections, lifetime: custom, identity, factory: factory)
    }

    /// The identity of the arguments of a record around this one, which are the same.
    private func identity<OuterArguments>(as arguments: OuterArguments.Type) -> ArgumentIdentity<OuterArguments> {
        guard let identity = identity as? ArgumentIdentity<OuterArguments> else {
            preconditionFailure("arguments are handed on as they are")
        }
        return identity
    }

    override func customRecord<B, OuterArguments>(
        _ traits: BindingTraits, _ factory: @escaping ArgumentFactory<B, OuterArguments>
    ) -> AnyBinding {
        let identity = identity(as: OuterArguments.self)
        return CustomBinding<B, OuterArguments, L>(traits, lifetime: custom, identity, factory: factory)
    }

    override func customRecordAwaited<B, OuterArguments>(
        _ traits: BindingTraits, _ factory: @escaping AsyncArgumentFactory<B, OuterArguments>
    ) -> AnyBinding {
        let identity = identity(as: OuterArguments.self)
        return AsyncCustomBinding<B, OuterArguments, L>(traits, lifetime: custom, identity, factory: factory)
    }

    override func seeing(_ traits: BindingTraits, _ change: some ClosureChange) -> TypedBinding<T> {
        let factory = factory
        return CustomBinding(traits, seenInjections(change), lifetime: custom, identity) {
            resolver, arguments in
            try change.call(resolver, .construction) { try factory($0, arguments) }
        }
    }

    // MARK: Finding

    override func find(_ arguments: Arguments, in store: CustomStore) throws -> FoundHolder {
        guard let place = try custom.place() else {
            return FoundHolder(holder: Holder(self, hash: 0, in: store, nil, arguments), isKept: false)
        }
        var hasher = Hasher()
        hasher.combine(place)
        identity.hash(arguments, &hasher)
        let hash = hasher.finalize()
        while true {
            let candidates = store.candidates(hash)
            let found = candidates.lazy.map(holder).first { [identity] in
                $0.place == place && identity.isEqual($0.arguments, arguments)
            }
            if let found {
                guard found.isReady else { return FoundHolder(holder: found) }
                if isCurrent(found) { return FoundHolder(holder: found, isReady: true) }
            }
            let new = Holder(self, hash: hash, in: store, place, arguments)
            if store.put(new, insteadOf: found, among: candidates) {
                store.sweep { !isCurrent(holder($0)) }
                return FoundHolder(holder: new)
            }
        }
    }

    /// Whether the lifetime still accepts the instance, which is ready.
    private func isCurrent(_ holder: Holder) -> Bool {
        holder.mark.map(custom.isCurrent) ?? true
    }

    /// Returns the holder with its type: every holder of the store belongs to this binding.
    private func holder(_ holder: CustomHolder) -> Holder { unsafe unsafeDowncast(holder, to: Holder.self) }

    // MARK: Making

    override func make(
        _ holder: CustomHolder, in store: CustomStore, _ resolver: Resolver, _ arguments: Arguments
    ) throws -> T {
        let instance = try factory(resolver, arguments)
        noteMade(holder, in: store)
        return instance
    }

    override func noteMade(_ holder: CustomHolder, in store: CustomStore) {
        let holder = self.holder(holder)
        guard let place = holder.place else { return }
        holder.mark = custom.mark()
        // A span that has ended keeps no instances.
        if let ending = place as? any EndingPlace, !ending.span.add(holder, in: store) { store.remove(holder) }
    }

    override func awaiting(_ factory: @escaping AsyncFactory<T>) -> TypedBinding<T> {
        AsyncCustomBinding(traits, injections, lifetime: custom, identity) { resolver, _ in try await factory(resolver)
        }
    }

    func awaiting(_ factory: @escaping AsyncArgumentFactory<T, Arguments>) -> TypedBinding<T> {
        AsyncCustomBinding(traits, injections, lifetime: custom, identity, factory: factory)
    }

    /// The holder of this binding's instances.
    private typealias Holder = CustomHolderOf<L.Place, Arguments, L.Mark>
}

/// A binding with a custom lifetime whose factory awaits.
package final class AsyncCustomBinding<T, Arguments, L: CustomLifetime>: CustomBinding<T, Arguments, L>,
    @unchecked Sendable  // As `AnyBinding`.
{
    private let awaited: AsyncArgumentFactory<T, Arguments>

    init(
        _ traits: BindingTraits, _ injections: [Injection<T>]? = nil, lifetime: L,
        _ identity: ArgumentIdentity<Arguments>, factory: @escaping AsyncArgumentFactory<T, Arguments>
    ) {
        awaited = factory
        var traits = traits
        traits.options.insert(.asynchronous)
        super.init(traits, injections, lifetime: lifetime, identity) { _, _ in throw AwaitingFault() }
    }

    override var awaitedArgumentFactory: AsyncArgumentFactory<T, Arguments>? { awaited }

    override var awaitedFactory: AsyncFactory<T>? {
        guard argumentType == nil else { return nil }
        // As in `plainFactory`.
        let awaited = awaited
        let none = unsafe Carried(value: unsafeBitCast((), to: Arguments.self))
        return { resolver in try await awaited(resolver, none.value) }
    }

    override func withCustomLifetime(_ lifetime: some CustomLifetime) -> TypedBinding<T> {
        AsyncCustomBinding<T, Arguments, _>(traits, injections, lifetime: lifetime, identity, factory: awaited)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        if traits.lifetime == .custom {
            return AsyncCustomBinding(traits, injections, lifetime: custom, identity, factory: awaited)
        }
        // The decorated record keeps the instance, so the inner record need not keep it.
        if let factory = awaitedFactory { return AsyncBinding(traits, injections, factory: factory) }
        return AsyncArgumentBinding(traits, injections, factory: awaited)
    }

    override func customRecord<B, OuterArguments>(
        _ traits: BindingTraits, _ factory: @escaping ArgumentFactory<B, OuterArguments>
    ) -> AnyBinding {
        var traits = traits
        traits.options.remove(.asynchronous)
        return super.customRecord(traits, factory)
    }

    override func seeing(_ traits: BindingTraits, _ change: some ClosureChange) -> TypedBinding<T> {
        let factory = awaited
        return AsyncCustomBinding(traits, seenInjections(change), lifetime: custom, identity) {
            resolver, arguments in
            let carried = Carried(value: arguments)
            return try await change.call(resolver) { try await factory($0, carried.value) }
        }
    }
}

/// A holder with the place and the arguments of its instance.
private final class CustomHolderOf<Place: Sendable, Arguments, Mark: Sendable>: CustomHolder,
    // `mark` is written by the one thread that creates the instance, before it is ready, and read when it is ready.
    @unchecked Sendable
{
    /// Nil if only the first resolve may get the instance.
    let place: Place?
    let arguments: Arguments
    var mark: Mark?

    init(_ binding: AnyBinding, hash: Int, in store: CustomStore, _ place: Place?, _ arguments: Arguments) {
        self.place = place
        self.arguments = arguments
        super.init(binding, hash: hash, in: store)
    }
}
