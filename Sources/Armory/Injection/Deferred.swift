// What is common to the deferred dependencies: how a container puts one together, and the initializers for code that has no container.
// `init(named:container:)` is in each type, because the compiler finds an initializer for a property wrapper without arguments only there.

/// A dependency that a call resolves.
///
/// ``Lazy``, ``WeakInjected`` and ``Provider`` are such types. A container creates them as parameters of autowired
/// initializers. Code that has no container creates them by the initializers here.
///
/// Reflection finds none of its fields, unless the type defines its own mirror.
public protocol Deferred<Service>: CustomReflectable {
    /// The type of the instance.
    associatedtype Service

    /// Creates the dependency from an origin.
    ///
    /// The other initializers create an origin and call this one.
    ///
    /// - Parameter origin: The container, the qualifier and the arguments to resolve with.
    init(origin: Container.Origin)

    /// Returns the instance, and resolves it if necessary.
    ///
    /// - Throws: ``ResolutionError``: `closed` if the container is gone, `noCurrent` if no container is current, or the
    ///   error of the resolve.
    func callAsFunction() throws(ResolutionError) -> Service
}

/// A deferred type that a container creates for a parameter.
package protocol DeferredForm: Deferred, ComposedType, Sugared {}

extension DeferredForm {
    package static var isDeferred: Bool { true }

    package static func composition(_ qualifier: AnyQualifier?) -> Composition {
        .wrapped(ServiceKey(Service.self, qualifier: qualifier))
    }

    package static func composed<Members: MemberSource>(
        _ qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable {
        Self(origin: Container.Origin(members.deferred, qualifiers.first ?? nil))
    }

    package static func spelling(_ name: (any Any.Type) -> String) -> String {
        "\(String(describing: Self.self).prefix { $0 != "<" })<\(name(Service.self))>"
    }
}

extension Deferred {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(opaque: self) }

    /// Creates a dependency on the instance registered for the type under a qualifier.
    ///
    /// - Parameters:
    ///   - qualifier: A value equal to the one given to ``Registration/qualified(by:)``, of the same type.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init(
        qualifier: some Hashable & Sendable, container: Container? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Qualifier(qualifier), container, CodeLocation(fileID: fileID, line: line))
    }

    /// Creates a dependency on an instance created from arguments.
    ///
    /// - Parameters:
    ///   - first: A value of exactly the type that the registration names.
    ///   - rest: The others, in the order of the registration.
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init<First: Sendable, each Rest: Sendable>(
        arguments first: First, _ rest: repeat each Rest, named name: RegistrationName? = nil, container: Container? = nil,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let all: any Sendable = Several<repeat each Rest>.isEmpty ? first : Several(first, repeat each rest)
        self.init(name.map { Qualifier($0) }, container, location, DeferredArguments(all))
    }

    init(
        _ qualifier: AnyQualifier?, _ container: Container?, _ location: CodeLocation,
        _ arguments: DeferredArguments? = nil
    ) {
        self.init(origin: Container.Origin(container, qualifier, at: location, arguments))
    }
}
