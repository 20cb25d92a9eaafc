// Registrations whose factories await, and whose instances are closed.

package import ArmoryCore

extension Plan {
    /// Registers a factory that awaits.
    package mutating func awaited<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, in tag: ScopeTag? = nil, named name: RegistrationName? = nil,
        isShareable: Bool = true, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (AsyncResolver) async throws -> T
    ) {
        addRecord(
            Record(
                awaiting: type, lifetime, qualifier: name.map { Qualifier($0) },
                at: CodeLocation(fileID: fileID, line: line), parts: Record.Parts(tag: tag, isShareable: isShareable),
                make))
    }

    /// Registers a factory that awaits, and an injection after it.
    package mutating func awaited<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (AsyncResolver) async throws -> T,
        inject: @escaping @Sendable (inout T, Resolver) throws -> Void
    ) {
        var injections = Injections<T>()
        injections.addInjection(inject)
        addRecord(
            Record(
                awaiting: type, lifetime, at: CodeLocation(fileID: fileID, line: line), injections: injections, make))
    }

    /// Registers a factory that takes arguments and awaits.
    package mutating func awaited<T, Arguments>(
        _ type: T.Type = T.self, taking arguments: Arguments.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (AsyncResolver, Arguments) async throws -> T
    ) {
        addRecord(Record(awaiting: type, taking: arguments, at: CodeLocation(fileID: fileID, line: line), make))
    }

    /// Registers instances that are closed.
    package mutating func closed<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, in tag: ScopeTag? = nil, needs: [any Any.Type]? = nil,
        fileID: StaticString = #fileID, line: Int = #line, _ make: @escaping @Sendable (Resolver) throws -> T,
        close: @escaping @Sendable (T, ScopeOutcome) throws -> Void
    ) {
        add(lifetime, tag, needs, CodeLocation(fileID: fileID, line: line), Closing(.plain(close)), make)
    }

    /// Registers instances whose closing awaits.
    package mutating func closedAwaiting<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, in tag: ScopeTag? = nil, needs: [any Any.Type]? = nil,
        within limit: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Resolver) throws -> T,
        close: @escaping @Sendable (T, ScopeOutcome) async throws -> Void
    ) {
        add(
            lifetime, tag, needs, CodeLocation(fileID: fileID, line: line), Closing(.awaiting(limit: limit, close)),
            make)
    }

    private mutating func add<T>(
        _ lifetime: Lifetime, _ tag: ScopeTag?, _ needs: [any Any.Type]?, _ location: CodeLocation,
        _ closing: Closing<T>, _ make: @escaping (Resolver) throws -> T
    ) {
        var injections = Injections<T>()
        injections.closings = [closing]
        let keys = needs.map { types in { @Sendable in types.map { Dependency(ServiceKey($0)) } } }
        addRecord(
            Record(
                T.self, lifetime, at: location, parts: Record.Parts(tag: tag, needs: keys), injections: injections, make
            ))
    }
}
