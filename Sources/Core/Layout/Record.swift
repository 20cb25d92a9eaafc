// What a registration has become: its key, its lifetime and its factory. Immutable; layouts of several handles may share one.

public import CCore

/// The record of a registration.
@safe @usableFromInline
package final class Record: @unchecked Sendable {  // Immutable. The registration has checked its closures.
    /// A `ccore_record`, and the factory: one of four types, by `argumentType` and `awaits`.
    @usableFromInline let memory: UnsafeMutablePointer<ccore_record>
    // The properties that change before a container has it are private: of others, Swift looks at each access when it runs.
    private var more: More
    private var ownNotes: (any AnyObject & Sendable)?
    /// Nil: it is written where its callers are, which is not known here.
    package let location: CodeLocation?
    private var ownLifetime: Lifetime
    private var form: Form
    private var sharesGraph: Bool

    /// Which form the factory has, besides that for arguments.
    private enum Form {
        case plain, awaits
        /// Awaits the main actor alone.
        case ofMainActor
        /// The callers bring the factory.
        case byCallers
    }

    /// One word: what few records have.
    private enum More {
        case nothing
        case qualifier(AnyQualifier)
        case rare(Rare)
    }

    /// Parts of a record that few have.
    package struct Parts {
        /// The scope of a scoped registration.
        package var tag: ScopeTag?
        /// The known dependencies; nil: they are not known before the factory runs.
        package var needs: (@Sendable () -> [Dependency])?
        /// Whether a part of the registration needs something that `needs` does not name.
        package var hidesNeeds = false
        /// Whether threads may share an instance of the graph lifetime.
        package var isShareable: Bool
        /// Whether it is another type of the one instance that it needs.
        package var isAlias: Bool
        /// Whether it makes a part of the one instance that needs it, by a `Dependency(on:)`.
        ///
        /// It is added to a plan as a contributed one. But no list has it, and no path names it.
        package var isPart = false
        /// Whether no list and no map has it, since its instances are those of registrations that they have.
        package var isUnlisted = false
        /// What a caller that awaits does before the factory runs: it awaits what the factory then finds.
        ///
        /// So a factory that does not await may lead to instances whose factories do. The result is held until the factory has returned.
        package var prefetch: Prefetch?
        /// Whether the registration has brought the instance: each making returns the same one, so an overriding container makes none.
        package var isGiven = false
        /// Whether its instances are values that scopes are opened with.
        package var isSeed = false
        /// What the features know of the registration.
        package var notes: (any AnyObject & Sendable)?
        /// Chooses the cell of a registration with a custom lifetime; nil: it has another lifetime.
        package var route: (any CellRoute)?
        /// What a composed type has been put together from.
        var members: Members?

        package init(
            tag: ScopeTag? = nil, isShareable: Bool = false, isAlias: Bool = false,
            needs: (@Sendable () -> [Dependency])? = nil
        ) {
            self.tag = tag
            self.isShareable = isShareable
            self.isAlias = isAlias
            self.needs = needs
        }

        /// Whether it has nothing that a record keeps apart.
        fileprivate var isUsual: Bool {
            tag == nil && needs == nil && !isAlias && members == nil && route == nil && !hidesNeeds && !isPart
                && prefetch == nil && !isUnlisted && !isGiven && !isSeed
        }
    }

    /// Awaits what a factory needs.
    package typealias Prefetch = @Sendable (AsyncResolver) async throws -> (any Sendable)?

    /// The members of a composed type.
    struct Members {
        let qualifiers: [AnyQualifier?]
        /// Whether they are all registrations of a type: then the one that asks is left out.
        let areAll: Bool
    }

    @safe
    package final class Rare {
        package let parts: Parts
        fileprivate let qualifier: AnyQualifier?
        /// The `Injections<T>`; nil: there are none.
        let injections: UnsafeMutableRawPointer?
        /// Whether something has to be done to an instance after its factory.
        let isInjected: Bool
        let isClosed: Bool
        /// The type of the run-time arguments; nil: it takes none.
        let argumentType: (any Any.Type)?

        package convenience init(_ parts: Parts) { self.init(parts, nil, nil as Injections<Never>?, taking: nil) }

        fileprivate init<T>(
            _ parts: Parts, _ qualifier: AnyQualifier?, _ injections: Injections<T>?, taking arguments: (any Any.Type)?
        ) {
            (self.parts, self.qualifier, argumentType) = (parts, qualifier, arguments)
            unsafe self.injections = injections.map { unsafe .allocateBox(holding: $0) }
            isInjected = injections?.completion != nil
            isClosed = injections.map { !$0.closings.isEmpty } ?? false
        }
    }

    /// Creates the record of a factory, which `completedRecord` gives the rest.
    ///
    /// Inlined: where the compiler knows the type of the instances, a factory is two words to be stored. Elsewhere the runtime has to
    /// make the factory's type, which costs as much as all else that a start does for a registration.
    @inlinable
    package convenience init<T>(at location: CodeLocation, _ make: @escaping (Resolver) throws -> T) {
        self.init(of: T.self, at: location)
        unsafe UnsafeMutableRawPointer(memory + 1).bindMemory(to: Factory<T>.self, capacity: 1)
            .initialize(to: Factory(make))
    }

    /// Creates a record whose factory is still to be put behind its memory.
    @usableFromInline
    convenience init(of type: any Any.Type, at location: CodeLocation) {
        self.init(type, .transient, location, .nothing)
    }

    /// A new record with its properties: itself, unless the caller or others keep it.
    package static func completedRecord(_ record: consuming Record, lifetime: Lifetime, rareParts rare: Rare?) -> Record
    {
        guard isKnownUniquelyReferenced(&record) else {
            var traits = record.traits
            (traits.lifetime, traits.parts) = (lifetime, rare?.parts ?? Parts())
            return record.copy(withTraits: traits)
        }
        (record.ownLifetime, record.sharesGraph) = (lifetime, lifetime.isKept)
        if let rare { record.more = .rare(rare) }
        return record
    }

    /// Gives a record its last properties before a container has it: in place, unless another registration shares it.
    package static func finalizeRecord(
        _ record: inout Record, notes: (any AnyObject & Sendable)?, isGraphShareable: Bool
    ) {
        guard record.notes !== notes || record.isShareable != isGraphShareable else { return }
        guard isKnownUniquelyReferenced(&record) else {
            var traits = record.traits
            (traits.parts.notes, traits.parts.isShareable) = (notes, isGraphShareable)
            return record = record.copy(withTraits: traits)
        }
        (record.ownNotes, record.sharesGraph) = (notes, isGraphShareable)
    }

    /// Creates the record of a factory.
    package convenience init<T>(
        _ type: T.Type, _ lifetime: Lifetime, qualifier: AnyQualifier? = nil, at location: CodeLocation,
        parts: Parts? = nil, injections: Injections<T>? = nil, _ make: @escaping (Resolver) throws -> T
    ) {
        self.init(
            lifetime, qualifier: qualifier, at: location, parts: parts, injections: injections,
            FactoryClosure<T, Void>.plain(make))
    }

    /// Creates the record of a cell whose callers bring the factory.
    ///
    /// - Parameter shown: The key in messages.
    convenience init(
        madeByCallers type: any Any.Type, _ lifetime: Lifetime, shownAs shown: ServiceKey, at location: CodeLocation?
    ) {
        self.init(type, lifetime, location, shown.qualifier.map(More.qualifier) ?? .nothing, .byCallers)
        unsafe memory.factoryMemory.storeBytes(of: shown.type, as: Any.Type.self)
    }

    /// Creates the record of a factory of any kind; one that takes arguments has no other lifetime than its route's.
    package convenience init<T, A>(
        _ lifetime: Lifetime = .transient, qualifier: AnyQualifier? = nil, at location: CodeLocation,
        parts: Parts? = nil, injections: Injections<T>? = nil, _ closure: FactoryClosure<T, A>
    ) {
        let lifetime = !closure.takesArguments ? lifetime : parts?.route == nil ? .transient : .custom
        let more = Self.makeRareParts(parts, qualifier, injections, argumentType: closure.takesArguments ? A.self : nil)
        self.init(T.self, lifetime, location, more, closure.awaits ? .awaits : .plain)
        if let parts { (ownNotes, sharesGraph) = (parts.notes, sharesGraph || parts.isShareable) }
        switch closure {
        case .plain(let make): unsafe memory.factoryMemory(boundToType: Factory<T>.self).initialize(to: Factory(make))
        case .taking(let make):
            unsafe memory.factoryMemory(boundToType: ArgumentFactory<A, T>.self).initialize(to: ArgumentFactory(make))
        case .awaiting(let make, let onMainActor):
            if onMainActor != nil { form = .ofMainActor }
            unsafe memory.factoryMemory(boundToType: AwaitedFactory<T>.self)
                .initialize(to: AwaitedFactory(make: make, onMainActor: onMainActor))
        case .awaitingTaking(let make, let onMainActor):
            if onMainActor != nil { form = .ofMainActor }
            unsafe memory.factoryMemory(boundToType: AwaitedArgumentFactory<A, T>.self)
                .initialize(to: AwaitedArgumentFactory(make: make, onMainActor: onMainActor))
        }
    }

    /// Creates a record whose factory is still to be put into its memory.
    private init(
        _ type: any Any.Type, _ lifetime: Lifetime, _ location: CodeLocation?, _ more: More,
        _ form: Form = .plain
    ) {
        // The factory of any type is a closure, or two.
        let size =
            unsafe MemoryLayout<ccore_record>.size
            + (form == .awaits ? MemoryLayout<AwaitedFactory<Never>>.size : MemoryLayout<Factory<Never>>.size)
        unsafe memory = unsafe ccore_allocate(size).bindMemory(to: ccore_record.self, capacity: 1)
        (self.more, self.location, ownLifetime) = (more, location, lifetime)
        (self.form, sharesGraph) = (form, form != .byCallers && lifetime.isKept)
        let object = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        unsafe memory.initialize(to: ccore_record(type: 0, object: object, qualifier: qualifier?.address))
        unsafe UnsafeMutableRawPointer(memory).storeBytes(of: type, as: Any.Type.self)
    }

    private static func makeRareParts<T>(
        _ parts: Parts?, _ qualifier: AnyQualifier?, _ injections: Injections<T>?,
        argumentType arguments: (any Any.Type)?
    ) -> More {
        let isUsual = parts?.isUsual ?? true
        guard !isUsual || injections != nil || arguments != nil else {
            return qualifier.map(More.qualifier) ?? .nothing
        }
        return .rare(Rare(isUsual ? Parts() : parts ?? Parts(), qualifier, injections, taking: arguments))
    }

    deinit {
        // Each is moved out where its type is known, for the reason in `factoryMemory(boundToType:)`.
        func end<T>(_ type: T.Type) {
            func end<A>(taking arguments: A.Type) {
                // Not by `factoryClosure`, whose type the runtime would have to make.
                switch (awaits, argumentType == nil) {
                // A factory that is none: to move it out, the runtime would have to make its type.
                case (false, true): unsafe memory.factoryMemory(boundToType: Factory<T>.self).pointee.make = nil
                case (false, false):
                    destroyValue(unsafe memory.factoryMemory(boundToType: ArgumentFactory<A, T>.self).move())
                case (true, true): destroyValue(unsafe memory.factoryMemory(boundToType: AwaitedFactory<T>.self).move())
                case (true, false):
                    destroyValue(unsafe memory.factoryMemory(boundToType: AwaitedArgumentFactory<A, T>.self).move())
                }
            }
            // Else its memory has the type of the key.
            if hasFactory { end(taking: openedArguments) }
            if let injections = unsafe rare?.injections { unsafe injections.freeBox(Injections<T>.self) }
        }
        end(instanceType)
        unsafe free(memory)
    }

    private var qualifier: AnyQualifier? { if case .qualifier(let own) = more { own } else { rare?.qualifier } }

    /// What few records have.
    package var rare: Rare? { if case .rare(let rare) = more { rare } else { nil } }

    package var lifetime: Lifetime { ownLifetime }

    /// Whether the factory awaits.
    package var awaits: Bool { form == .awaits || form == .ofMainActor }

    /// Whether the factory awaits the main actor alone.
    package var isOfMainActor: Bool { form == .ofMainActor }

    private var hasFactory: Bool { form != .byCallers }

    /// The key.
    ///
    /// Of a cell whose callers bring the factory, its type is where others have theirs.
    package var key: ServiceKey {
        ServiceKey(
            hasFactory ? instanceType : unsafe memory.factoryMemory.load(as: Any.Type.self), qualifier: qualifier)
    }

    /// What the features know of the registration.
    package var notes: (any AnyObject & Sendable)? { ownNotes }

    /// Whether threads may share an instance of the graph lifetime.
    package var isShareable: Bool { sharesGraph }

    /// The type of the run-time arguments; nil: it takes none.
    package var argumentType: (any Any.Type)? { rare?.argumentType }
    /// The same, to be opened.
    package var openedArguments: any Any.Type { argumentType ?? Void.self }

    package var step: ResolutionError.Step {
        // A composed type, and one that says itself how it is made, are written nowhere.
        ResolutionError.Step(key, isComposed || location?.line == 0 ? nil : location, isPart: isPart)
    }

    /// Whether a caller may have to await: for the factory, or for what it finds.
    package var mayAwait: Bool { awaits || rare?.parts.prefetch != nil }

    /// Whether lists and maps of its type have it.
    package var isListed: Bool { rare.map { !$0.parts.isPart && !$0.parts.isUnlisted } ?? true }

    /// The scope of a scoped registration.
    var tag: ScopeTag? { rare?.parts.tag }

    /// Whether it makes a part of the one instance that needs it.
    package var isPart: Bool { rare?.parts.isPart ?? false }

    /// The known dependencies; nil: they are not known before the factory runs.
    package var needs: [Dependency]? { rare?.parts.needs?() }

    /// Whether a dependency is known.
    package var hasKnownNeeds: Bool { !(needs ?? []).isEmpty }

    /// Whether something that it needs is known only when its closures run.
    package var isOpaque: Bool { rare.map { $0.parts.needs == nil || $0.parts.hidesNeeds } ?? true }

    /// The known dependencies that the factory's parameters ask for, by their positions.
    var parameters: [Dependency] { needs?.filter { $0.time == .construction } ?? [] }

    /// The injections of the record of a `T`.
    package func injections<T>(forInstancesOf type: T.Type) -> Injections<T>? {
        unsafe rare?.injections?.assumingMemoryBound(to: Injections<T>.self).pointee
    }

    /// The type of the instances: that of the key, unless the record is of a cell whose callers bring the factory.
    var instanceType: any Any.Type { unsafe UnsafePointer(memory).type }

    /// The memory that an instance takes.
    var instanceLayout: (size: Int, alignment: Int) {
        func layout<T>(_ type: T.Type) -> (size: Int, alignment: Int) {
            (max(MemoryLayout<T>.size, 1), MemoryLayout<T>.alignment)
        }
        return layout(instanceType)
    }

    /// Whether the registration has brought the instance.
    var isGiven: Bool { rare?.parts.isGiven ?? false }

    /// Whether its instances are values that scopes are opened with.
    var isSeed: Bool { rare?.parts.isSeed ?? false }

    /// Whether the factory alone makes an instance, without awaiting.
    var isPlain: Bool { !awaits && !isInjected }

    /// Whether something has to be done to an instance after its factory.
    package var isInjected: Bool { rare?.isInjected ?? false }

    /// Whether its instances are put together from those of other registrations.
    package var isComposed: Bool { rare?.parts.members != nil }

    /// Whether its instances are closed.
    package var isClosed: Bool { rare?.isClosed ?? false }
}
