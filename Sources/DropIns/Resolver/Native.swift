// The bridge to native code: a native container as a parent, and the registrations as a native module.

public import Armory
internal import ArmoryRegistry

extension Resolver {
    /// Creates a resolver without registrations that asks a native container for what neither it nor its children have.
    ///
    /// Registrations of exactly the type and the name are found. An error of the container ends the process, with the
    /// error's description.
    ///
    /// - Parameter parent: The native container; it is kept alive.
    public convenience init(parent: Armory.Container) {
        self.init(child: nil, native: NativeParent(parent))
    }

    /// A native module with all services that this resolver and its children have registered by now.
    ///
    /// A registration hides one of the same type and name in a child. Each service is resolved with this resolver, so it
    /// is the same, and a native container neither keeps nor closes it. A registration whose factory or properties take
    /// arguments is left out, and so is what a native parent has. An `implements` needs the service that it is another
    /// type of. The needs of others are unknown before they are created. A native container that is built from the module
    /// keeps this resolver alive.
    ///
    /// Any thread may read this property.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations.
    public var module: Armory.Module {
        let elements = visibleRecipes.map { element($0.key.type, $0) }
        return Armory.Module("ArmoryResolver") { elements }
    }

    private func element<Service>(_ type: Service.Type, _ recipe: AnyRecipe) -> any Armory.Registration {
        let (key, alias) = (recipe.key, recipe.traits.alias)
        return SnapshotElement(
            type, key.name, at: recipe.location, needs: alias.map { [SnapshotNeed($0.type, $0.name)] },
            isAlias: alias != nil
        ) {
            guard let service = try self.service(type, recipe.traits.name, nil) else {
                throw Armory.Declined("its factory returned nil")
            }
            return service
        }
    }
}
