// What is common to the deferred dependencies: how a container puts one together.

/// A dependency that a call resolves: a container creates it for a parameter.
package protocol Deferred: ComposedType, Sugared {
    /// The type of the instance.
    associatedtype Service

    init(origin: DeferredOrigin)
}

extension Deferred {
    package static var isDeferred: Bool { true }

    package static func composition(forQualifier qualifier: AnyQualifier?) -> Composition {
        .wrapped(ServiceKey(Service.self, qualifier: qualifier))
    }

    package static func assembleInstance<Members: MemberSource>(
        memberQualifiers qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable {
        Self(origin: DeferredOrigin(members.deferred, qualifiers.first ?? nil))
    }

    package static func typeDisplayName(namingPartsBy name: (any Any.Type) -> String) -> String {
        "\(String(describing: Self.self).prefix { $0 != "<" })<\(name(Service.self))>"
    }
}
