/// What makes a module itself, however often it is included.
package final class ModuleIdentity: Sendable {
    package let name: String?
    package let location: SourceLocation

    package init(name: String?, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}

extension ModuleIdentity: Hashable {
    package static func == (left: ModuleIdentity, right: ModuleIdentity) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ModuleIdentity: CustomStringConvertible {
    /// `module "storage"`, or where it is written.
    package var description: String { name.map { "module \"\($0)\"" } ?? "the module at \(location)" }
}
