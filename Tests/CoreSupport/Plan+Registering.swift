// How tests of the core write registrations: the core itself has records, and no words for users.

public import ArmoryCore

/// A type that says how its instances are made, so that it needs no registration.
package protocol RecordedType {
    /// The record; nil: there is none under this qualifier.
    static func record(_ qualifier: AnyQualifier?) -> Record?
}

extension Plan {
    /// Creates a plan.
    package init(_ register: (inout Plan) -> Void) {
        self.init()
        justInTimeRecord = { ($0.type as? any RecordedType.Type)?.record($0.qualifier) }
        register(&self)
    }

    /// Registers one instance for the container.
    package mutating func singleton<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        add(type, .singleton, name, CodeLocation(fileID: fileID, line: line), make)
    }

    /// Registers an instance for each resolve.
    package mutating func transient<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        add(type, .transient, name, CodeLocation(fileID: fileID, line: line), make)
    }

    /// Registers an instance for each outermost resolve.
    package mutating func graph<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        add(type, .graph, name, CodeLocation(fileID: fileID, line: line), make)
    }

    /// Registers one instance for the container, as long as others hold it.
    package mutating func shared<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        add(type, .shared, name, CodeLocation(fileID: fileID, line: line), make)
    }

    /// Registers an instance for each scope of a tag.
    package mutating func scoped<T>(
        _ type: T.Type = T.self, in tag: ScopeTag = .request, named name: RegistrationName? = nil,
        fileID: StaticString = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        add(type, .scoped, name, CodeLocation(fileID: fileID, line: line), parts: Record.Parts(tag: tag), make)
    }

    /// Registers an instance for each cell that a route chooses.
    package mutating func routed<T>(
        _ type: T.Type = T.self, fileID: StaticString = #fileID, line: Int = #line, by route: any CellRoute,
        isContributed: Bool = false, _ make: @escaping @Sendable (Resolver) throws -> T,
        close: (@Sendable (T, ScopeOutcome) throws -> Void)? = nil
    ) {
        var parts = Record.Parts()
        parts.route = route
        var injections: Injections<T>?
        if let close {
            injections = Injections()
            injections?.closings = [Closing(.plain(close))]
        }
        let location = CodeLocation(fileID: fileID, line: line)
        addRecord(
            Record(type, .custom, at: location, parts: parts, injections: injections, make),
            isContributed: isContributed)
    }

    /// Registers an instance for each resolve, made from arguments.
    package mutating func transient<T, Arguments>(
        _ type: T.Type = T.self, taking arguments: Arguments.Type, named name: RegistrationName? = nil,
        fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Resolver, Arguments) throws -> T
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        addRecord(Record(type, taking: arguments, qualifier: name.map { Qualifier($0) }, at: location, make))
    }

    /// Registers an instance that is injected after its factory.
    package mutating func injected<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, in tag: ScopeTag? = nil, named name: RegistrationName? = nil,
        fileID: StaticString = #fileID, line: Int = #line, _ make: @escaping @Sendable (Resolver) throws -> T,
        inject: @escaping @Sendable (inout T, Resolver) throws -> Void
    ) {
        add(
            type, lifetime, qualifier: name.map { Qualifier($0) }, CodeLocation(fileID: fileID, line: line),
            parts: Record.Parts(tag: tag), injections: [inject], make)
    }

    /// Registers an instance under a qualifier of any type, with injections that run in their order.
    package mutating func qualified<T, Q: Hashable & Sendable>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, by qualifier: Q, in tag: ScopeTag? = nil,
        injections: [@Sendable (inout T, Resolver) throws -> Void] = [], fileID: StaticString = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        add(
            type, lifetime, qualifier: Qualifier(qualifier), CodeLocation(fileID: fileID, line: line),
            parts: Record.Parts(tag: tag), injections: injections, make)
    }

    /// Registers an instance that only lists and maps have.
    package mutating func contributed<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, named name: RegistrationName? = nil, in view: Int = 0,
        isPrivate: Bool = false, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        addRecord(
            Record(type, lifetime, qualifier: name.map { Qualifier($0) }, at: location, make), inView: view,
            isPrivate: isPrivate, isContributed: true)
    }

    /// Registers the instance of one type under another one.
    package mutating func alias<T, Original>(
        _ type: T.Type, of original: Original.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ cast: @escaping @Sendable (Original) -> T
    ) {
        let parts = Record.Parts(isAlias: true) { [Dependency(ServiceKey(original))] }
        addRecord(
            Record(type, .transient, at: CodeLocation(fileID: fileID, line: line), parts: parts) { resolver in
                cast(try resolver.resolveParameter(at: 0))
            })
    }

    private mutating func add<T>(
        _ type: T.Type, _ lifetime: Lifetime, qualifier: AnyQualifier?, _ location: CodeLocation, parts: Record.Parts,
        injections complete: [@Sendable (inout T, Resolver) throws -> Void],
        _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        var injections: Injections<T>?
        if !complete.isEmpty {
            injections = Injections()
            // Each one by itself: the cast of a whole array of closures fails at run time.
            for closure in complete { injections?.addInjection(closure) }
        }
        addRecord(
            Record(
                type, lifetime, qualifier: qualifier, at: location, parts: parts, injections: injections, make))
    }

    private mutating func add<T>(
        _ type: T.Type, _ lifetime: Lifetime, _ name: RegistrationName?, _ location: CodeLocation,
        parts: Record.Parts = Record.Parts(), _ make: @escaping (Resolver) throws -> T
    ) {
        addRecord(Record(type, lifetime, qualifier: name.map { Qualifier($0) }, at: location, parts: parts, make))
    }

    @usableFromInline
    mutating func add<T>(
        _ type: T.Type, _ lifetime: Lifetime, tag: ScopeTag?, _ name: RegistrationName?, _ location: CodeLocation,
        needs: @escaping @Sendable () -> [any Any.Type], _ make: @escaping (Resolver) throws -> T
    ) {
        let parts = Record.Parts(tag: tag) { needs().map { Dependency(ServiceKey($0)) } }
        add(type, lifetime, name, location, parts: parts, make)
    }
}

// By initializers: their parameters are bound when the container is built.
extension Plan {
    /// Registers an initializer without parameters.
    @inlinable
    package mutating func autowired<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, in tag: ScopeTag? = nil, fileID: StaticString = #fileID,
        line: Int = #line, _ make: @escaping @Sendable () throws -> T
    ) {
        add(type, lifetime, tag: tag, nil, CodeLocation(fileID: fileID, line: line), needs: { [] }) { _ in try make()
        }
    }

    /// Registers an initializer of one parameter.
    @inlinable
    package mutating func autowired<T, A>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, in tag: ScopeTag? = nil, named name: RegistrationName? = nil,
        fileID: StaticString = #fileID, line: Int = #line, _ make: @escaping @Sendable (A) throws -> T
    ) {
        add(type, lifetime, tag: tag, name, CodeLocation(fileID: fileID, line: line), needs: { [A.self] }) {
            try $0.callOneParameterInitializer(make)
        }
    }

    /// Registers an initializer of two parameters.
    @inlinable
    package mutating func autowired<T, A, B>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, in tag: ScopeTag? = nil, fileID: StaticString = #fileID,
        line: Int = #line, _ make: @escaping @Sendable (A, B) throws -> T
    ) {
        add(type, lifetime, tag: tag, nil, CodeLocation(fileID: fileID, line: line), needs: { [A.self, B.self] }) {
            try make($0.resolveParameter(at: 0), $0.resolveParameter(at: 1))
        }
    }
}
