// The fast path of a resolve, which the compiler specialises in the client's module. `clookup_find` pins the thread and
// looks up the slot, and `take` reads a ready instance or calls the factory of a plain transient. `lookUpParameter` only
// reads a ready instance: `clookup_obtain` calls the factory. What does not depend on the type of the instance is in C
// (CLookup.h): the optimiser sees one call, where it would copy and simplify a dozen generic functions for every place that
// resolves.
//
// The other cases are one call, of `obtain`, which goes on by the state of the slot, or by what C says:
//
//     weak               takeShared                  Container+Obtain.swift
//     graph              takeFromGraph               the same: the running graph's instance, or a new one
//     clookup_missing    takeInherited               Container+TakeInherited.swift
//     clookup_threw      failThrown                  Container+Obtain.swift
//     fresh              makeKept                    Container+MakeKept.swift
//     reported           takeReported                Container+TakeReported.swift
//     any other          takeSlowly                  Container+Obtain.swift, then Container+TakeSlowly.swift;
//                                                    also if another thread or task makes the instance

public import CLookup

extension Container {
    @inlinable
    @inline(__always)
    func lookUp<T>(_ type: T.Type, apart: Bool = false) throws(ResolutionError) -> T {
        try unsafe take(find(type), type, apart: apart)
    }

    /// Pins the thread, and looks up an unqualified key.
    @inlinable
    @inline(__always)
    func find<T>(_ type: T.Type) -> clookup_found {
        unsafe clookup_find(
            Unmanaged.passUnretained(self).toOpaque(), UInt(bitPattern: ObjectIdentifier(type)),
            KeyHash.hash(ObjectIdentifier(type)))
    }

    /// Resolves a parameter of an autowired factory, by a ready hit or one call, whose error is passed on as it is.
    ///
    /// A program has many parameters, so each is as little code as can be.
    @inlinable
    @inline(__always)
    func lookUpParameter<T>(_ type: T.Type) throws -> T {
        // Keeps the container alive to the end: C has only its address.
        defer { withExtendedLifetime(self) {} }
        let found = unsafe find(type)
        if unsafe found.state == SlotState.ready {
            let instance = unsafe Slot(found.slot).instance(as: type).pointee
            unsafe clookup_unpin(found.context)
            return instance
        }
        var room = Room<T>()
        let address = unsafe room.address
        try unsafe obtainInC(
            found.context, found.slot, address, Unmanaged.passUnretained(self).toOpaque(), type, found.state)
        return unsafe address.assumingMemoryBound(to: T.self).move()
    }

    /// Resolves the slot that was found.
    ///
    /// `clookup_find` has pinned the thread, and every way out of here unpins it.
    ///
    /// - Parameter apart: Whether the call may come from code without the factory's resolver: see `apart`.
    @inlinable
    @inline(__always)
    func take<T>(_ found: clookup_found, _ type: T.Type, apart: Bool = false) throws(ResolutionError) -> T {
        // Keeps the container alive to the end: C has only its address.
        defer { withExtendedLifetime(self) {} }
        let context = unsafe found.context
        if unsafe found.state == SlotState.ready {
            let instance = unsafe Slot(found.slot).instance(as: type).pointee
            unsafe clookup_unpin(context)
            return instance
        }
        var room = Room<T>()
        let address = unsafe room.address
        // Begins as the state of the slot, and becomes the result of `clookup_make`.
        var left = unsafe found.state
        if left == SlotState.transient, unsafe !apart || !clookup_is_apart(context) {
            // Top 0: the slot is not on the path, because the slow path has to decide.
            let entry = unsafe clookup_enter(context, found.slot)
            if entry.top != 0 {
                left = unsafe clookup_make(
                    context, found.slot, entry.marks, address, Unmanaged.passUnretained(self).toOpaque())
            }
        }
        if left != UInt(clookup_made),
            let error = unsafe apart
                ? obtainApart(context, found.slot, address, type, left)
                : obtain(context, found.slot, address, type, left)
        {
            throw error
        }
        return unsafe address.assumingMemoryBound(to: T.self).move()
    }

    @inlinable
    @inline(__always)
    func lookUp<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, apart: Bool = false
    ) throws(ResolutionError) -> T {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        var pin = Pin()
        guard case .slot(let address) = unsafe find(type, qualifier, hash: hash, &pin) else {
            var room = Room<T>()
            let address = unsafe room.address
            let error =
                unsafe apart
                ? takeInheritedApart(Request(type), qualifier, hash: hash, address, pin)
                : takeInherited(Request(type), qualifier, hash: hash, address, pin)
            if let error { throw error }
            return unsafe address.assumingMemoryBound(to: type).move()
        }
        let state = unsafe Slot(address).state
        return try unsafe take(
            clookup_found(context: pin.handOver(), slot: address, state: state), type, apart: apart)
    }

    @inlinable
    @inline(__always)
    func lookUpOptional<T>(_ type: T.Type, apart: Bool = false) throws(ResolutionError) -> T? {
        defer { withExtendedLifetime(self) {} }
        let found = unsafe find(type)
        if unsafe found.state == UInt(clookup_missing), unsafe table.hasAllKeys {
            unsafe clookup_unpin(found.context)
            return nil
        }
        return try unsafe takeOptional(found, type, apart: apart)
    }

    @inlinable
    @inline(__always)
    func lookUpOptional<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, apart: Bool = false
    ) throws(ResolutionError) -> T? {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        var pin = Pin()
        guard case .slot(let address) = unsafe find(type, qualifier, hash: hash, &pin) else {
            if unsafe table.hasAllKeys { return nil }
            var room = Room<T>()
            let address = unsafe room.address
            let isThere =
                try unsafe apart
                ? takeInheritedOptionalApart(type, qualifier, hash: hash, address, pin)
                : takeInheritedOptional(type, qualifier, hash: hash, address, pin)
            guard isThere else { return nil }
            return unsafe address.assumingMemoryBound(to: type).move()
        }
        let state = unsafe Slot(address).state
        return try unsafe takeOptional(
            clookup_found(context: pin.handOver(), slot: address, state: state), type, apart: apart)
    }

    /// Resolves the slot that was found; nil: there is none, or its factory declines.
    @inlinable
    @inline(__always)
    func takeOptional<T>(
        _ found: clookup_found, _ type: T.Type, apart: Bool = false
    ) throws(ResolutionError) -> T? {
        if unsafe found.state == SlotState.ready {
            let instance = unsafe Slot(found.slot).instance(as: type).pointee
            unsafe clookup_unpin(found.context)
            return instance
        }
        var room = Room<T>()
        let address = unsafe room.address
        let isThere =
            try unsafe apart
            ? obtainOptionalApart(found, address, type) : obtainOptional(found, address, type)
        guard isThere else { return nil }
        return unsafe address.assumingMemoryBound(to: type).move()
    }

    /// Resolves the instance registered for the optional itself or, if there is none, for its type; otherwise returns
    /// nil.
    @inlinable
    @inline(__always)
    func lookUpWrapped<W>(_ type: W.Type, apart: Bool = false) throws(ResolutionError) -> W? {
        // If the container is closed, `W?` is not looked up first: the error would name `W?`.
        if !isClosedNow, let instance = try lookUpOptional(W?.self, apart: apart) { return instance }
        return try lookUpOptional(type, apart: apart)
    }

    @inlinable
    @inline(__always)
    func lookUpWrapped<W>(
        _ type: W.Type, qualifier: some Hashable & Sendable, apart: Bool = false
    ) throws(ResolutionError) -> W? {
        if !isClosedNow, let instance = try lookUpOptional(W?.self, qualifier: qualifier, apart: apart) {
            return instance
        }
        return try lookUpOptional(type, qualifier: qualifier, apart: apart)
    }

    /// Whether the container was closed, for a thread that is not pinned.
    @usableFromInline
    @inline(never)
    var isClosedNow: Bool {
        let pin = Pin()
        let isClosed = unsafe table.isClosed
        pin.end()
        return isClosed
    }

    @inlinable
    @inline(never)
    func withResolved<T, R>(_ type: T.Type, _ body: (borrowing T) throws -> R) throws -> R {
        try body(lookUp(type, apart: true))
    }
}

extension Container {
    @inlinable
    @inline(__always)
    func lookUp<T>(_ key: Key<T>, apart: Bool = false) throws(ResolutionError) -> T {
        guard let qualifier = key.qualifier else { return try lookUp(T.self, apart: apart) }
        return try apart
            ? self.apart { () throws(ResolutionError) in try lookUp(T.self, key: qualifier) }
            : lookUp(T.self, key: qualifier)
    }
}

/// Calls `clookup_obtain`, which Swift does not import, because it has the calling convention of Swift.
@usableFromInline
@_silgen_name("clookup_obtain")
func obtainInC(
    _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ room: UnsafeMutableRawPointer,
    _ container: UnsafeRawPointer, _ type: any Any.Type, _ state: UInt
) throws
