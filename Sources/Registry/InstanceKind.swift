internal import ArmoryCore

/// Whether instances of a type are objects.
package enum InstanceKind: Sendable {
    case object
    case value
    /// Either: the type is a protocol.
    case any

    /// Each answer takes a cast and the name of the type, so it is found once.
    private static let known = Guarded<[ObjectIdentifier: InstanceKind]>([:])

    package static func of(_ type: any Any.Type) -> InstanceKind {
        if let kind = known.withLock({ $0[ObjectIdentifier(type)] }) { return kind }
        let kind = found(type)
        known.withLock { $0[ObjectIdentifier(type)] = kind }
        return kind
    }

    private static func found(_ type: any Any.Type) -> InstanceKind {
        if type is AnyObject.Type { return .object }
        return TypeName.isExistential(type) ? .any : .value
    }
}
