/// The decorators, adapters and interceptors of a container, as the folders below Decoration see them.
protocol LayerSet: AnyObject, Sendable {
    /// The record with every layer that matches it.
    func layered(_ binding: Binding) -> Binding
    /// Records with their layers, and the records that adapters create from them.
    func expanded(_ records: [Binding]) -> [Binding]
    /// The records that new adapters create from those of a container.
    func adapted(_ records: [Binding], by new: [Layer]) -> [Binding]
    /// Returns a set with the same layers and the new ones.
    func adding(_ new: [Layer]) -> any LayerSet
    /// Returns a set with the remaining layers; nil: no layer remains.
    func removing(where isRemoved: (Layer) -> Bool) -> (any LayerSet)?
}
