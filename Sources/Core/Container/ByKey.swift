// Resolving by a key, or by the registration itself, for features that know neither when they are compiled.
//
// Also where a caller holds the metatype of a class as that of a superclass: `let types: [Base.Type] = [Derived.self]`. It asks for the
// class itself, whose registration makes instances of its own type.

internal import CCore

/// A type, to be opened.
///
/// A call, not inlined: where the optimizer of Swift 6.3.1 sees that the metatype was a `T.Type`, it opens it as `T`, also when it is that
/// of a subclass, and the caller would ask for `T` without end.
@inline(never)
func itself(_ type: any Any.Type) -> any Any.Type { type }

/// The instance of a class as that of a superclass.
func upcast<C, T>(_ instance: C) -> T {
    guard let instance = instance as? T else { preconditionFailure("\(C.self) was held as a subclass of \(T.self)") }
    return instance
}

extension Resolver {
    /// Resolves a registration of a type.
    @usableFromInline
    package func resolve<T>(_ type: T.Type = T.self, by qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        guard type != T.self else { return try missing(qualifier) }
        func open<C>(_ type: C.Type) throws(ResolutionError) -> T { try upcast(resolve(type, by: qualifier)) }
        return try open(itself(type))
    }

    /// Resolves a new instance of a registration of a type, made from arguments.
    package func resolve<T, Arguments>(
        _ type: T.Type = T.self, by qualifier: AnyQualifier?, arguments: Arguments
    ) throws(ResolutionError) -> T {
        guard type == T.self else {
            func open<C>(_ type: C.Type) throws(ResolutionError) -> T {
                try upcast(resolve(type, by: qualifier, arguments: arguments))
            }
            return try open(itself(type))
        }
        let slot = try unsafe further(nil, ServiceKey(type, qualifier: qualifier))
        return try unsafe thread.obtain(slot, home, from: arguments)
    }

    /// Resolves a registration of a type in a graph of its own.
    package func apart<T>(_ type: T.Type = T.self, by qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        try unsafe thread.inGraph { () throws(ResolutionError) in try resolve(type, by: qualifier) }
    }

    /// The key of the registration whose factory runs: a registration may have got a qualifier after its factory.
    package var key: ServiceKey { unsafe slot.step.key }

    /// The container that the factory runs for; who asks for it has an instance that no overriding container shares.
    package var container: Container {
        unsafe thread.noteWide()
        return unsafe home.container
    }
}

extension Container {
    /// Resolves a registration of a type.
    @usableFromInline
    package func resolve<T>(_ type: T.Type = T.self, by qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        guard type == T.self else {
            func open<C>(_ type: C.Type) throws(ResolutionError) -> T { try upcast(resolve(type, by: qualifier)) }
            return try open(itself(type))
        }
        let found = try unsafe home.find(ServiceKey(type, qualifier: qualifier), ThreadState.current)
        if let instance = unsafe ccore_instance(found) {
            return withExtendedLifetime(self) { unsafe instance.assumingMemoryBound(to: T.self).pointee }
        }
        return try unsafe miss(found)
    }

    /// Resolves a new instance of a registration of a type, made from arguments.
    @usableFromInline
    package func resolve<T, Arguments>(
        _ type: T.Type = T.self, by qualifier: AnyQualifier?, arguments: Arguments
    ) throws(ResolutionError) -> T {
        try withResolver { (resolver) throws(ResolutionError) in
            try resolver.resolve(type, by: qualifier, arguments: arguments)
        }
    }

    /// Resolves a registration of a type, and awaits its factory if necessary.
    package func resolveAsync<T>(
        _ type: T.Type = T.self, by qualifier: AnyQualifier?
    ) async throws(ResolutionError) -> T {
        try await awaited(type, qualifier, view: 0, .apart)
    }

    /// Resolves a new instance of a registration of a type, made from arguments, and awaits its factory if necessary.
    package func resolveAsync<T, Arguments>(
        _ type: T.Type = T.self, by qualifier: AnyQualifier?, arguments: Arguments
    ) async throws(ResolutionError) -> T {
        try await awaited(ServiceKey(type, qualifier: qualifier), taking: arguments, view: 0, .apart)
    }

    /// Resolves a registration of this container, also one that no key leads to.
    package func resolve<T>(_ type: T.Type = T.self, of record: Record) throws(ResolutionError) -> T {
        guard let slot = unsafe layout.slot(of: record) else { return try resolve(type, by: record.key.qualifier) }
        return try unsafe miss(slot)
    }

    /// Resolves a registration of this container, also one that no key leads to, and awaits its factory if necessary.
    package func resolveAsync<T>(_ type: T.Type = T.self, of record: Record) async throws(ResolutionError) -> T {
        guard let slot = unsafe layout.slot(of: record) else {
            return try await resolveAsync(type, by: record.key.qualifier)
        }
        return unsafe try await awaited(type, slot.own(in: home), .apart)
    }

    /// The instance of a registration of this container or scope, if it exists.
    package func existing<T>(_ type: T.Type, of record: Record) -> T? {
        guard let slot = unsafe layout.slot(of: record)?.own(in: home) else { return nil }
        if unsafe slot.kind == .weak { return unsafe slot.hold().map { unsafe slot.read(while: $0) } }
        return withExtendedLifetime(self) {
            unsafe ccore_instance(slot)?.assumingMemoryBound(to: T.self).pointee
        }
    }

    /// The registration that a key leads to, here or in a parent; nil: there is none.
    package func registered(_ key: ServiceKey) -> Record? {
        unsafe layout.tables.first[0].find(key)?.record ?? layout.ancestors?.find(key)?.record
    }
}
