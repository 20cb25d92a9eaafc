// A library's container as a native module: its entries of one moment. Each element asks the entry, whose instances it neither keeps nor
// closes.

package import Armory

/// What an entry is known to need.
package struct SnapshotNeed: Sendable {
    fileprivate let key: ServiceKey

    package init(_ type: any Any.Type, _ name: String? = nil) { key = ServiceKey(type, name) }
}

/// One entry as a native registration.
package struct SnapshotElement<Instance>: Armory.Registration {
    package var definition: Armory.Plumbing.Definition<Instance>

    /// - Parameters:
    ///   - needs: What the entry is known to need; nil: nothing is known.
    ///   - isAlias: Whether it is another type of the one entry that it needs.
    ///   - resolve: Resolves the entry; any thread may call it. Throws `Declined` if there is no instance.
    package init(
        _ type: Instance.Type, _ name: String?, at location: CodeLocation?, needs: [SnapshotNeed]?,
        isAlias: Bool = false, resolve: @escaping () throws -> Instance
    ) {
        var parts = Record.Parts(isAlias: isAlias)
        if let needs { parts.needs = { needs.map { Dependency($0.key) } } }
        definition = Armory.Plumbing.Definition(
            unchecked: Record(
                type, .transient, qualifier: ServiceKey(type, name).qualifier,
                at: location ?? CodeLocation(fileID: "unknown", line: 0), parts: parts
            ) { _ in try resolve() })
    }
}
