// The fast path of a resolve: `clookup_find` pins the thread and looks up the slot, and a ready instance is read there.
//
//     container.resolve()   lookUpApart       a ready hit is inlined into the client's module, the rest is one call
//     $0(), autowiring      clookup_resolve   one call: a program has many such places, and each is as little code as can be
//
// What does not depend on the type of the instance is in C (CLookup.h), which also calls the factory of a plain transient. The
// other cases are one call, of `obtain`, which goes on by the state of the slot, or by what C says:
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
    /// Resolves an unqualified key for code that may not have the resolver of a factory.
    @inlinable
    @inline(__always)
    func lookUpApart<T>(_ type: T.Type) throws(ResolutionError) -> T {
        try unsafe take(find(type), type, apart: true)
    }

    /// Pins the thread, and looks up an unqualified key.
    @inlinable
    @inline(__always)
    func find<T>(_ type: T.Type) -> clookup_found {
        unsafe clookup_find(
            Unmanaged.passUnretained(self).toOpaque(), UInt(bitPattern: ObjectIdentifier(type)))
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
        if unsafe found.state == SlotState.ready {
            let instance = unsafe Slot(found.slot).instance(as: type).pointee
            unsafe clookup_unpin(found.context)
            return instance
        }
        return try unsafe apart
            ? obtainApart(found.context, found.slot, found.state) : obtain(found.context, found.slot, found.state)
    }

    @inlinable
    @inline(__always)
    func lookUp<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, apart: Bool = false
    ) throws(ResolutionError) -> T {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        var pin = Pin()
        guard case .slot(let address) = unsafe find(type, qualifier, hash: hash, &pin) else {
            let context = unsafe pin.handOver()
            return try withRoom { room in
                unsafe apart
                    ? takeInheritedApart(Request(type), qualifier, hash: hash, room, Pin(of: context))
                    : takeInherited(Request(type), qualifier, hash: hash, room, Pin(of: context))
            }
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
            let context = unsafe pin.handOver()
            return try withOptionalRoom { room throws(ResolutionError) in
                try unsafe apart
                    ? takeInheritedOptionalApart(type, qualifier, hash: hash, room, Pin(of: context))
                    : takeInheritedOptional(type, qualifier, hash: hash, room, Pin(of: context))
            }
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
        return try withOptionalRoom { room throws(ResolutionError) in
            try unsafe apart ? obtainOptionalApart(found, room, type) : obtainOptional(found, room, type)
        }
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
        try body(lookUpApart(type))
    }
}

extension Container {
    @inlinable
    @inline(__always)
    func lookUp<T>(_ key: Key<T>, apart: Bool = false) throws(ResolutionError) -> T {
        guard let qualifier = key.qualifier else { return try apart ? lookUpApart(T.self) : lookUp() }
        return try apart
            ? self.apart { () throws(ResolutionError) in try lookUp(T.self, key: qualifier) }
            : lookUp(T.self, key: qualifier)
    }
}

// Functions in C that Swift does not import, because they have the calling convention of Swift.
extension Container {
    /// Resolves an unqualified key, for code that has the resolver of a factory.
    @usableFromInline
    @_silgen_name("clookup_resolve")
    func lookUp<T>() throws(ResolutionError) -> T

    /// Ends a lookup that found no ready instance.
    @usableFromInline
    @_silgen_name("clookup_obtain")
    func obtain<T>(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ state: UInt
    ) throws(ResolutionError) -> T

    /// The same for code that may not have the resolver of a factory.
    @usableFromInline
    @_silgen_name("clookup_obtain_apart")
    func obtainApart<T>(
        _ context: UnsafeMutableRawPointer, _ slot: UnsafeMutableRawPointer, _ state: UInt
    ) throws(ResolutionError) -> T

    /// Resolves an unqualified key with arguments.
    @usableFromInline
    @_silgen_name("clookup_resolve_from")
    func lookUp<T>(_ request: UnsafePointer<Request>) throws(ResolutionError) -> T

    /// The same for code that may not have the resolver of a factory.
    @usableFromInline
    @_silgen_name("clookup_resolve_apart_from")
    func lookUpApart<T>(_ request: UnsafePointer<Request>) throws(ResolutionError) -> T
}
