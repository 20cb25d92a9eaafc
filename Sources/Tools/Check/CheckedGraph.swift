public import Armory

/// A module whose graph is checked, with the uses of it that the graph itself does not show.
///
/// ```swift
/// CheckedGraph("production", environment: ["MAILER": "smtp"]) { Wiring.shop }
///     .scope(.request, seeds: User.self)
///     .entry(Checkout.self)
///     .entry(OrderController.self, in: .request)
/// ```
///
/// The name tells a combination of settings from the others: see ``GraphCheck/graphs``.
public struct CheckedGraph: Sendable {
    let name: String
    let location: CodeLocation
    let configuration: Container.Configuration
    let module: @Sendable () async throws -> Module
    private(set) var entries: [CheckedEntry] = []
    private(set) var scopes: [CheckedScope] = []
    private(set) var seeds: [CheckedSeed] = []

    /// Creates a graph to check.
    ///
    /// - Parameters:
    ///   - name: The name of the combination, for the messages of its faults.
    ///   - environment: The environment variables that conditions can read. Without, there are none, so that the verdict
    ///     is the same on every machine.
    ///   - configuration: The configuration of the container; its environment does not count.
    ///   - fileID: The file of the graph, for faults that belong to no registration.
    ///   - line: The line of the graph, for faults that belong to no registration.
    ///   - module: Makes the module of the application. An error that it throws is a fault.
    public init(
        _ name: String = "application", environment: [String: String] = [:],
        configuration: Container.Configuration = Container.Configuration(),
        fileID: StaticString = #fileID, line: Int = #line, _ module: @escaping @Sendable () async throws -> Module
    ) {
        self.name = name
        self.module = module
        location = CodeLocation(fileID: fileID, line: line)
        var configuration = configuration
        configuration.environment = environment
        self.configuration = configuration
    }

    /// States that code outside of the graph resolves a type.
    ///
    /// If it cannot be resolved there, the fault is at this line. The entries are the roots of the graph: if there is one,
    /// a registration that no entry leads to gets a warning.
    ///
    /// - Parameters:
    ///   - type: The type. `T?.self` and `[T].self` mean the same as for a parameter of an initializer.
    ///   - name: The name of the registration.
    ///   - scope: The tag of the scope that it is resolved in; nil: it is resolved outside of every scope.
    ///   - fileID: The file of the entry.
    ///   - line: The line of the entry.
    public func entry<T>(
        _ type: T.Type, named name: RegistrationName? = nil, in scope: ScopeTag? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) -> CheckedGraph {
        let entry = CheckedEntry(type, name, in: scope, fileID: fileID, line: line)
        guard !entries.contains(where: { $0.key == entry.key && $0.scope == scope }) else { return self }
        var copy = self
        copy.entries.append(entry)
        return copy
    }

    /// States that scopes of a tag are opened with values of exactly these types.
    ///
    /// Two things are faults at this line: a `Seeded` registration of the tag whose value is not listed, and a listed type
    /// without such a registration. The seeds of a tag without this statement are not checked.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scopes.
    ///   - types: The types of the seeds without a name. For others, see ``seed(_:named:in:fileID:line:)``.
    ///   - fileID: The file of the statement.
    ///   - line: The line of the statement.
    public func scope(
        _ tag: ScopeTag, seeds types: any Any.Type..., fileID: StaticString = #fileID, line: Int = #line
    ) -> CheckedGraph {
        var copy = self
        let location = CodeLocation(fileID: fileID, line: line)
        copy.scopes.append(CheckedScope(tag: tag, location: location))
        copy.seeds += types.map { CheckedSeed(key: ServiceKey($0), tag: tag, location: location) }
        return copy
    }

    /// States that scopes of a tag are opened with a value for a registration with a name.
    ///
    /// - Parameters:
    ///   - type: The type of the seed.
    ///   - name: The name of the `Seeded` registration.
    ///   - tag: The tag of the scopes, of which there is a ``scope(_:seeds:fileID:line:)`` too.
    ///   - fileID: The file of the statement.
    ///   - line: The line of the statement.
    public func seed<T>(
        _ type: T.Type, named name: RegistrationName, in tag: ScopeTag, fileID: StaticString = #fileID,
        line: Int = #line
    ) -> CheckedGraph {
        var copy = self
        let key = ServiceKey(type, qualifier: name.qualifier)
        copy.seeds.append(CheckedSeed(key: key, tag: tag, location: CodeLocation(fileID: fileID, line: line)))
        return copy
    }
}

/// A type that code outside of the graph resolves, as a registration that needs it.
///
/// The registration has this type, so that the faults of the entry name it. Its factory never runs.
struct EntryPoint<T>: EntryType {}

struct CheckedEntry: Sendable {
    /// The key that is resolved.
    let key: ServiceKey
    let scope: ScopeTag?
    let registration: @Sendable () -> any ModuleElement

    init<T>(_ type: T.Type, _ name: RegistrationName?, in scope: ScopeTag?, fileID: StaticString, line: Int) {
        key = ServiceKey(type, qualifier: name?.qualifier)
        self.scope = scope
        registration = {
            // It may await: the code that resolves the type decides that. Its name tells it from an entry in another scope.
            let awaiting: @concurrent @Sendable (AsyncResolver) async throws -> EntryPoint<T> = { _ in EntryPoint() }
            guard let scope else {
                // A singleton must not hold what lives in a scope, and code outside of scopes cannot resolve that.
                let entry = Singleton(EntryPoint<T>.self, fileID: fileID, line: line, awaiting).root()
                return name.map { entry.dependsOn(type, named: $0).named($0) } ?? entry.dependsOn(type)
            }
            let entry = Scoped(EntryPoint<T>.self, fileID: fileID, line: line, awaiting).in(scope).root()
            let key = RegistrationName(
                [scope.description, name?.description].compactMap(\.self).joined(separator: " "))
            return (name.map { entry.dependsOn(type, named: $0) } ?? entry.dependsOn(type)).named(key)
        }
    }
}

/// Scopes of one tag.
struct CheckedScope: Sendable {
    let tag: ScopeTag
    /// The place of the statement.
    let location: CodeLocation
}

/// A value that scopes of a tag are opened with.
struct CheckedSeed: Sendable {
    let key: ServiceKey
    let tag: ScopeTag
    let location: CodeLocation
}
