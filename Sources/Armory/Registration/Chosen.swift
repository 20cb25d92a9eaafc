// A registration that chooses, in each scope, from the registrations of its type with a name.
//
//     Chosen(P.self, by: \RequestInfo.tenant)         a value of an instance that the scope has
//     Chosen(P.self) { resolver in … }                a value that a closure decides on
//
// It is a `Scoped` registration whose factory creates nothing: it returns the chosen registration's instance. So the
// scope chooses once, finds the instance like any scoped one afterwards, and holds that instance. Choosing.swift has the factory.

/// A registration that chooses from the registrations of its type: once in each scope, by a value such as the tenant.
///
/// ```swift
/// let application = try Container {
///     Seeded(RequestInfo.self)
///     Singleton((any Mailer).self, SESMailer.init).named("acme")
///     Singleton((any Mailer).self, SMTPMailer.init).named("globex")
///     Chosen((any Mailer).self, by: \RequestInfo.tenant)
/// }
/// try application.withScope(.request, seeds: [ScopeSeed(RequestInfo(tenant: "acme"))]) { scope in
///     try scope.resolve((any Mailer).self)          // the SESMailer
/// }
/// ```
///
/// The value chooses the registration that has it as its ``Registration/named(_:)``. A registration that takes one
/// argument of the value's type gets the value, for example a ``Kept`` with an instance for each tenant.
///
/// If no registration has the value, the default is used; without one, the error is
/// ``ResolutionError/Code/unknownChoice``. A value that is nil also takes the default.
///
/// The first resolve in a scope chooses, for the whole scope. The scope keeps the chosen
/// instance; the chosen registration creates, shares and closes it. So a ``Transient`` is created once in each scope. If
/// the chosen factory throws, or has to be awaited, nothing is chosen yet, and the value is read again.
/// An awaited instance must be kept until the scope has it. If a ``CustomLifetime`` does not keep it, or keeps it for
/// too short a time, the error is ``ResolutionError/Code/asynchronous``, as for a ``Transient``. Decorators and
/// interceptors of the type are around the chosen registrations, not around this one.
///
/// Building the container checks every choice as if this registration depended on it. So a ``Singleton`` that depends on
/// this one is refused, because the choice depends on the scope.
public struct Chosen<Instance: Sendable>: Registration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Chooses by a value of an instance that is resolved in the scope, in ``ScopeTag/request``.
    ///
    /// - Parameters:
    ///   - type: The type under which the chosen instance is found, and whose registrations are chosen from.
    ///   - value: Returns the value that chooses; often a key path. Called at the first resolve in each scope, on any thread.
    ///   - other: The name that is used if no registration has the value as its name, or the value is nil; nil means an error.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init<Source, Value: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self, by value: @escaping @Sendable (Source) throws -> Value?,
        default other: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(by: value, other?.qualifier, CodeLocation(fileID: fileID, line: line))
    }

    /// Chooses by a value that a closure decides on, for example by a feature flag, in ``ScopeTag/request``.
    ///
    /// The dependencies of the closure are not known before it runs, unless ``Registration/dependsOn(_:)`` declares them.
    ///
    /// - Parameters:
    ///   - type: The type under which the chosen instance is found, and whose registrations are chosen from.
    ///   - other: The name that is used if no registration has the value as its name, or the value is nil; nil means an error.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - value: Returns the value that chooses. Called at the first resolve in each scope, on any thread.
    public init<Value: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self, default other: RegistrationName? = nil, fileID: StaticString = #fileID,
        line: Int = #line, _ value: @escaping @Sendable (_ resolver: Resolver) throws -> Value?
    ) {
        self.init(other?.qualifier, CodeLocation(fileID: fileID, line: line), needs: nil, value)
    }

    /// Returns the registration for the scopes of another tag.
    public func `in`(_ tag: ScopeTag) -> Self { changingTraits { $0.parts.tag = tag } }
}

extension Chosen {
    private init<Source, Value: Hashable & Sendable>(
        by value: @escaping @Sendable (Source) throws -> Value?, _ other: AnyQualifier?, _ location: CodeLocation
    ) {
        self.init(other, location, needs: { Dependency.makeDependencies(forParametersOfTypes: Source.self) }) {
            resolver in
            try value(resolver.resolveParameter(at: 0, Source.self))
        }
    }

    private init<Value: Hashable & Sendable>(
        _ other: AnyQualifier?, _ location: CodeLocation, needs: (@Sendable () -> [Dependency])?,
        _ value: @escaping @Sendable (Resolver) throws -> Value?
    ) {
        let parts = Record.Parts(tag: .request, needs: needs)
        // The plan gives it a factory that knows the choices.
        definition = Plumbing.Definition(
            Record(Instance.self, .scoped, at: location, parts: parts) { _ in throw NeverMade() })
        definition.notes.options.insert(.choice)
        definition.notes.choosing = Choosing<Instance, Value>(value: value, other: other)
    }
}
