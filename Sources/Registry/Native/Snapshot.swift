// A library's container as a native module: its entries of one moment. Each element asks the entry, whose instances it neither keeps nor
// closes.

package import Armory
package import ArmoryCore

/// What an entry is known to need.
package struct SnapshotNeed: Sendable {
    let type: any Any.Type
    let name: String?

    package init(_ type: any Any.Type, _ name: String? = nil) {
        self.type = type
        self.name = name
    }

    fileprivate var key: Armory.ServiceKey { Armory.ServiceKey(type, name) }
}

/// One entry as a native registration.
package struct SnapshotElement<Instance>: Armory.Registration {
    package var definition: Armory.Plumbing.Definition<Instance>

    /// - Parameters:
    ///   - needs: What the entry is known to need; nil: nothing is known.
    ///   - isAlias: Whether it is another type of the one entry that it needs.
    ///   - resolve: Resolves the entry; any thread may call it. Throws `Armory.Declined` if there is no instance.
    package init(
        _ type: Instance.Type, _ name: String?, at location: ArmoryCore.SourceLocation?, needs: [SnapshotNeed]?,
        isAlias: Bool = false, resolve: @escaping () throws -> Instance
    ) {
        definition =
            Armory.UncheckedRegistration(
                type, qualifier: Armory.ServiceKey(type, name).qualifier, at: Armory.SourceLocation(location),
                needs: needs?.map(\.key), isAlias: isAlias, factory: resolve
            ).definition
    }
}
