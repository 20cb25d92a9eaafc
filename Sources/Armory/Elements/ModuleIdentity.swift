/// The identity of a module, however often it is included.
package final class ModuleIdentity: HashedByIdentity, Sendable {
    package let name: String?
    package let location: CodeLocation

    package init(name: String?, location: CodeLocation) { (self.name, self.location) = (name, location) }
}

extension ModuleIdentity: CustomStringConvertible {
    /// `module "storage"`, or the location in the source of a module without a name.
    package var description: String { name.map { "module \"\($0)\"" } ?? "the module at \(location)" }
}
