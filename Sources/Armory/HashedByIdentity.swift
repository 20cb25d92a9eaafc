/// An object that equals only itself.
package protocol HashedByIdentity: AnyObject, Hashable {}

extension HashedByIdentity {
    package static func == (left: Self, right: Self) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
