// The bridge to native code: a native container as a parent, and the registrations as a native module.

public import Armory
internal import ArmoryRegistry

extension Module {
    /// Creates a module whose parent is a native container.
    ///
    /// Registrations of exactly the type and the name are found: a tag is a name. An error of the container ends the
    /// process, with the error's description.
    ///
    /// - Parameters:
    ///   - parent: The native container; it is kept alive.
    ///   - builder: The registrations.
    /// - Complexity: O(*n*) in the number of registrations.
    public convenience init(parent: Armory.Container, @ModuleBuilder builder: () -> [Entry]) {
        self.init(Registry(builder(), under: nil), nil, native: NativeParent(parent))
    }

    /// A native module with all registrations that this module and its parents have.
    ///
    /// A registration here hides one of the same type and tag in a parent. Each resolves through this module, so its
    /// instances are the same, and a native container neither keeps nor closes them. A tag is a name. What an instance
    /// needs is unknown before it is created. A native container that is built from the module keeps this one alive.
    /// What a native parent has is left out.
    ///
    /// Any thread may read this property.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations.
    public var module: Armory.Module {
        let elements = visibleEntries.map { element($0.key.type, $0) }
        return Armory.Module("ArmoryInjection") { elements }
    }

    private func element<T>(_ type: T.Type, _ entry: ModuleEntry) -> any Armory.Registration {
        SnapshotElement(type, entry.key.name, at: entry.location, needs: nil) {
            guard let instance = try self.instanceUnlessDeclined(type, entry.key.name) else {
                throw Armory.Declined("its closure returned nil")
            }
            return instance
        }
    }
}
