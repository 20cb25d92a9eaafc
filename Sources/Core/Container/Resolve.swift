// Resolving: one look-up, one take, one error path.
//
//     resolve --> find --> ready? --> the instance                    inlined into the caller; no lock, no allocation
//                   |
//                   +--> resolveUnready --> findSlot --> resolveSlot         Miss.swift, Construct.swift
//
// A factory's resolver has its own `resolveUnready`, and `resolveParameter` for the parameters of an initializer.
//
// A caller may hold the metatype of a class as that of a superclass: see EntryPoints.swift. Where the type is written in the
// call, the compiler drops the test of it.

public import CCore

extension Container {
    /// Resolves the instance registered for a type.
    ///
    /// - Parameter type: The type of the registration; inferred if omitted.
    /// - Returns: The instance. Only the caller holds it, unless its lifetime shares it.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: O(1) and without a lock for an existing instance, with one if its lifetime is `shared`; otherwise the cost of the
    ///   factories.
    @inlinable
    @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws(ResolutionError) -> sending T {
        guard type == T.self else { return try resolve(type, qualifiedBy: nil) }
        let slot = unsafe ccore_find(context.pointee.table, keyWord(type))
        // The handle keeps the instance's memory.
        if let instance = unsafe ccore_instance(slot) {
            return withExtendedLifetime(self) { unsafe instance.assumingMemoryBound(to: T.self).pointee }
        }
        if unsafe !ccore_is_scoped(slot) && ccore_is_direct(slot) {
            return try unsafe resolveUnreadyTransient(slot, context)
        }
        if let instance = unsafe ccore_hit_elsewhere(slot, context, keyWord(type)) {
            return withExtendedLifetime(self) { unsafe instance.assumingMemoryBound(to: T.self).pointee }
        }
        return try unsafe resolveUnready(slot)
    }

    /// Resolves the instance registered for a type under a name.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: As without a name. A name that is no constant is hashed first; one that is no text is looked up more slowly.
    @inlinable
    @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self, named name: RegistrationName) throws(ResolutionError) -> sending T {
        guard type == T.self else { return try resolve(type, qualifiedBy: name.qualifier) }
        let slot = unsafe context.pointee.table.find(keyWord(type), named: name)
        if let instance = unsafe ccore_instance(slot) {
            return withExtendedLifetime(self) { unsafe instance.assumingMemoryBound(to: T.self).pointee }
        }
        return try unsafe resolveUnready(slot, named: name)
    }

    /// Resolves a new instance, made from an argument.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    ///   - argument: The argument, of exactly the type that the registration takes.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: The cost of the factory, and of those that it needs.
    @inlinable
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        guard type == T.self, name == nil else {
            return try resolve(type, qualifiedBy: name?.qualifier, arguments: argument)
        }
        return try unsafe makeFromArguments(ccore_find(context.pointee.table, keyWord(type)), argument)
    }

    /// Lends the instance of a type to a closure.
    ///
    /// A kept instance that exists is lent without a retain: threads that share one do not slow each other down.
    ///
    /// - Parameters:
    ///   - type: The type of the registration.
    ///   - body: Uses the instance. It may resolve.
    /// - Returns: The result of `body`.
    /// - Throws: ``ResolutionError``, or the error of `body`.
    @inlinable
    @inline(__always)
    public func with<T, R>(_ type: T.Type, _ body: (borrowing T) throws -> R) throws -> R {
        guard type == T.self else { return try body(resolve(type, qualifiedBy: nil)) }
        let slot = unsafe ccore_find(context.pointee.table, keyWord(type))
        if let instance = unsafe ccore_instance(slot) ?? ccore_hit_elsewhere(slot, context, keyWord(type)) {
            return try withExtendedLifetime(self) {
                unsafe try lendValue(at: instance.assumingMemoryBound(to: T.self), body)
            }
        }
        return try unsafe body(resolveUnready(slot))
    }
}

/// Calls `body` with what lies at an address.
///
/// Generic over types that cannot be copied, so that the optimiser lends the value where it lies.
@inlinable
@inline(__always)
func lendValue<T: ~Copyable, R>(at place: UnsafeMutablePointer<T>, _ body: (borrowing T) throws -> R) rethrows -> R {
    try unsafe body(place.pointee)
}

extension Resolver {
    /// Resolves the instance registered for a type: `try $0.resolve()`.
    ///
    /// - Parameter type: The type of the registration; inferred if omitted.
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
        guard type == T.self else { return try resolve(type, qualifiedBy: nil) }
        let slot = unsafe ccore_find(table, keyWord(type))
        if let instance = unsafe ccore_instance(slot) { return unsafe instance.assumingMemoryBound(to: T.self).pointee }
        return try unsafe resolveUnready(slot)
    }

    /// Resolves the instance registered for a type under a name.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration.
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self, named name: RegistrationName) throws(ResolutionError) -> T {
        guard type == T.self else { return try resolve(type, qualifiedBy: name.qualifier) }
        let slot = unsafe table.find(keyWord(type), named: name)
        if let instance = unsafe ccore_instance(slot) { return unsafe instance.assumingMemoryBound(to: T.self).pointee }
        guard unsafe !ccore_is_missing(slot) else { return try resolveNamedByFullSearch(name) }
        return try unsafe resolveUnready(slot)
    }

    /// Resolves a new instance, made from an argument.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    ///   - argument: The argument, of exactly the type that the registration takes.
    /// - Throws: ``ResolutionError``.
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        guard type == T.self, name == nil else {
            return try resolve(type, qualifiedBy: name?.qualifier, arguments: argument)
        }
        let slot = try unsafe findIfMissing(ccore_find(table, keyWord(type)), ServiceKey(type))
        return try unsafe thread.resolveSlot(slot, context, passingArguments: argument)
    }

    /// The instance for the initializer's parameter at a position, which was bound when the layout was made.
    @inlinable
    @inline(__always)
    package func resolveParameter<T>(at position: Int, _ type: T.Type = T.self) throws(ResolutionError) -> T {
        let bound = unsafe boundSlot(ofParameter: position)
        if let bound = unsafe bound, let instance = unsafe ccore_instance(bound) {
            return unsafe instance.assumingMemoryBound(to: T.self).pointee
        }
        return try unsafe resolveParameter(position, bound)
    }

    /// Calls an initializer of one parameter with its instance, which is lent from its cell if it exists.
    @inlinable
    @inline(__always)
    package func callOneParameterInitializer<T, A>(_ make: (A) throws -> T) throws -> T {
        let bound = unsafe boundSlot(ofParameter: 0)
        if let bound = unsafe bound, let instance = unsafe ccore_instance(bound) {
            return unsafe try lendValue(at: instance.assumingMemoryBound(to: A.self), make)
        }
        return try unsafe make(resolveParameter(0, bound))
    }

    /// The slot of the initializer's parameter at a position; nil: it is looked up by its key.
    @inlinable
    @inline(__always)
    func boundSlot(ofParameter position: Int) -> Slot? { unsafe slot.pointee.edges?[position] }

    /// The table of what the factory's module sees: its own private keys come first, where it has some.
    @inlinable
    @inline(__always)
    var table: ccore_table {
        let views = unsafe UnsafeRawPointer(context.pointee.views)
        return unsafe (views + Int(slot.pointee.number)).assumingMemoryBound(to: ccore_table.self).pointee
    }
}

extension ccore_table {
    /// The slot of a type with a name that is a text; that for what is missing if there is none, and for a name that is none.
    @inlinable
    @inline(__always)
    func find(_ type: UInt64, named name: RegistrationName) -> Slot {
        let word = ccore_qualified(type, name.textHash)
        let entry = unsafe firstEntry(forHash: word)
        let slot = unsafe entry.pointee.slot
        // Usually the first entry is that of the name, with the same literal.
        if let record = unsafe slot.pointee.record, unsafe record.pointee.type == type,
            unsafe record.pointee.qualifier.unsafelyUnwrapped.hasSameStorage(as: name)
        {
            return unsafe slot
        }
        return unsafe find(type, named: name, word: word, fromEntry: entry)
    }

    /// The slot from an entry on.
    @usableFromInline
    @inline(never)
    func find(
        _ type: UInt64, named name: RegistrationName, word: UInt64, fromEntry first: UnsafePointer<ccore_entry>
    ) -> Slot {
        var entry = unsafe first
        while let record = unsafe entry.pointee.slot.pointee.record {
            // Two keys may have one first word, which is odd: each has a name.
            if unsafe record.pointee.type == type,
                unsafe record.pointee.qualifier.unsafelyUnwrapped.hasQualifierValue(equalTo: name)
            {
                break
            }
            unsafe entry = unsafe nextEntry(forHash: word, after: entry)
        }
        return unsafe entry.pointee.slot
    }
}
