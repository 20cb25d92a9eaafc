// Records that are made from records. So decorators, measurements and the like are decided when a container is built, and the engine
// knows nothing of them.

/// Code around the making of each instance of a record.
package protocol FactoryChange: Sendable {
    /// Makes an instance.
    ///
    /// - Parameter make: The factory. It may be called again, or not at all.
    func make<T>(_ resolver: borrowing Resolver, _ make: (borrowing Resolver) throws -> T) throws -> T

    /// Makes an instance by a factory that awaits.
    func make<T>(
        _ resolver: AsyncResolver, _ make: @escaping @Sendable (AsyncResolver) async throws -> T
    ) async throws -> T
}

extension Record {
    /// What a copy may have otherwise.
    package struct Traits {
        package var lifetime: Lifetime
        package var qualifier: AnyQualifier?
        package var location: SourceLocation
        package var parts: Parts
    }

    package var traits: Traits {
        var parts = rare?.parts ?? Parts()
        (parts.notes, parts.isShareable) = (notes, isShareable)
        return Traits(
            lifetime: lifetime, qualifier: key.qualifier, location: location ?? SourceLocation(), parts: parts)
    }

    /// Runs `body`, in which records get their last properties before a container has them.
    package static func settling<R>(_ body: () -> R) -> R { turnToSettle.withLock { _ in body() } }

    private static let turnToSettle = Guarded(())

    /// Gives a record its last properties: in place the first time, and else to a copy if they are others.
    ///
    /// Within `settling`: another thread may plan a container with the same registration.
    package static func settle(_ record: inout Record, notes: (any AnyObject & Sendable)?, isShareable: Bool) {
        let isSame = record.notes === notes && record.isShareable == isShareable
        if record.isSettled, !isSame {
            var traits = record.traits
            (traits.parts.notes, traits.parts.isShareable) = (notes, isShareable)
            record = record.copy(traits)
        } else if !isSame {
            (record.notes, record.isShareable) = (notes, isShareable)
        }
        record.isSettled = true
    }

    /// A record with the same closures.
    ///
    /// - Parameter change: Runs around the factory.
    package func copy(_ traits: Traits, around change: (any FactoryChange)? = nil) -> Record {
        var traits = traits
        if change != nil { traits.parts.isGiven = false }
        func copy<T>(_ type: T.Type) -> Record { self.copy(traits, injections(of: type), around: change) }
        return copy(key.type)
    }

    /// A record with the same factory.
    package func copy<T>(_ traits: Traits, changing type: T.Type, _ change: (inout Injections<T>) -> Void) -> Record {
        var changed = injections(of: type) ?? Injections()
        change(&changed)
        return copy(traits, changed, around: nil)
    }

    /// A record whose factory awaits: that of this one, and then `complete`.
    package func awaiting<T>(
        _ traits: Traits, as type: T.Type, then complete: @escaping @Sendable (T, AsyncResolver) async throws -> Void
    ) -> Record {
        let injections = injections(of: type)
        guard let argumentType else {
            let make = awaited(type)
            return Record(
                awaiting: type, traits.lifetime, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
                injections: injections
            ) { resolver in
                let made = try await make(resolver)
                // The factory's own task completes it.
                nonisolated(unsafe) let instance = made
                try await unsafe complete(instance, resolver)
                return made
            }
        }
        func open<A>(_ arguments: A.Type) -> Record {
            let make = awaited(type, taking: arguments)
            return Record(
                awaiting: type, taking: arguments, qualifier: traits.qualifier, at: traits.location,
                parts: traits.parts, injections: injections
            ) { resolver, arguments in
                let made = try await make(resolver, arguments)
                nonisolated(unsafe) let instance = made
                try await unsafe complete(instance, resolver)
                return made
            }
        }
        return open(argumentType)
    }

    /// A record for one cell of a registration with a custom lifetime: without arguments.
    ///
    /// - Parameters:
    ///   - lifetime: `shared`, if the cell does not hold the instance; else `singleton`.
    ///   - arguments: The arguments of the cell; `Void` if the registration takes none.
    ///   - noteMade: Called when the factory has returned, before anybody gets the instance; whether it is an object.
    package func ofCell<A>(
        _ lifetime: Lifetime, taking arguments: A, then noteMade: @escaping @Sendable (_ isObject: Bool) throws -> Void
    ) -> Record {
        var traits = traits
        traits.lifetime = lifetime
        traits.parts.route = nil
        func open<T>(_ type: T.Type) -> Record {
            // The route has compared threads' arguments: they may be shared.
            nonisolated(unsafe) let arguments = arguments
            guard awaits else {
                let make: (Resolver) throws -> T
                if argumentType == nil {
                    make = plain(type)
                } else {
                    let taking = taking(type, A.self)
                    make = { unsafe try taking($0, arguments) }
                }
                return Record(
                    type, lifetime, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
                    injections: injections(of: type)
                ) { resolver in
                    let made = try make(resolver)
                    try noteMade(object(of: made) != nil)
                    return made
                }
            }
            let make: @Sendable (AsyncResolver) async throws -> T
            if argumentType == nil {
                make = awaited(type)
            } else {
                let taking = awaited(type, taking: A.self)
                make = { unsafe try await taking($0, arguments) }
            }
            return Record(
                awaiting: type, lifetime, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
                injections: injections(of: type)
            ) { resolver in
                let made = try await make(resolver)
                try noteMade(object(of: made) != nil)
                return made
            }
        }
        return open(key.type)
    }

    // MARK: The closures

    private func plain<T>(_ type: T.Type) -> (Resolver) throws -> T {
        unsafe memory.factory.assumingMemoryBound(to: Factory<T>.self).pointee.make
    }

    private func taking<T, A>(_ type: T.Type, _ arguments: A.Type) -> (Resolver, A) throws -> T {
        unsafe memory.factory.assumingMemoryBound(to: ArgumentFactory<A, T>.self).pointee.make
    }

    /// The factory as one that awaits.
    private func awaited<T>(_ type: T.Type) -> @Sendable (AsyncResolver) async throws -> T {
        guard !awaits else { return unsafe memory.factory.assumingMemoryBound(to: AwaitedFactory<T>.self).pointee.make }
        // The registration has checked it.
        nonisolated(unsafe) let make = plain(type)
        return { resolver in try resolver.withResolver { unsafe try make($0) } }
    }

    private func awaited<T, A>(
        _ type: T.Type, taking arguments: A.Type
    ) -> @Sendable (AsyncResolver, A) async throws -> T {
        guard !awaits else {
            return unsafe memory.factory.assumingMemoryBound(to: AwaitedArgumentFactory<A, T>.self).pointee.make
        }
        nonisolated(unsafe) let make = taking(type, arguments)
        return { resolver, arguments in try resolver.withResolver { unsafe try make($0, arguments) } }
    }

    private func copy<T>(
        _ traits: Traits, _ injections: Injections<T>?, around change: (any FactoryChange)?
    ) -> Record {
        guard let argumentType else { return plainCopy(traits, injections, around: change) }
        func open<A>(_ arguments: A.Type) -> Record { copy(traits, injections, taking: arguments, around: change) }
        return open(argumentType)
    }

    private func plainCopy<T>(
        _ traits: Traits, _ injections: Injections<T>?, around change: (any FactoryChange)?
    ) -> Record {
        guard awaits else {
            let make = plain(T.self)
            var changed = make
            // Not by `map` and `??`: the compiler would wrap the closure twice for each copy.
            if let change { changed = { try change.make($0, make) } }
            return Record(
                T.self, traits.lifetime, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
                injections: injections, changed)
        }
        var changed = awaited(T.self)
        if let change {
            let make = changed
            changed = { try await change.make($0, make) }
        }
        return Record(
            awaiting: T.self, traits.lifetime, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
            injections: injections, changed)
    }

    private func copy<T, A>(
        _ traits: Traits, _ injections: Injections<T>?, taking arguments: A.Type, around change: (any FactoryChange)?
    ) -> Record {
        guard awaits else {
            let make = taking(T.self, arguments)
            var changed = make
            if let change {
                changed = { resolver, arguments in try change.make(resolver) { try make($0, arguments) } }
            }
            return Record(
                T.self, taking: arguments, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
                injections: injections, changed)
        }
        var changed = awaited(T.self, taking: arguments)
        if let change {
            let make = changed
            changed = { resolver, arguments in
                // The factory is called in the task of this closure.
                nonisolated(unsafe) let arguments = arguments
                return try await change.make(resolver) { unsafe try await make($0, arguments) }
            }
        }
        return Record(
            awaiting: T.self, taking: arguments, qualifier: traits.qualifier, at: traits.location, parts: traits.parts,
            injections: injections, changed)
    }
}
