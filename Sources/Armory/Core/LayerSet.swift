/// The decorators, adapters and interceptors of a container, as the floors below decoration know them.
protocol LayerSet: AnyObject, Sendable {
    /// The record with every layer that matches it.
    func layered(_ binding: AnyBinding) -> AnyBinding
    /// Records with their layers, and the records that adapters make from them.
    func expanded(_ records: [AnyBinding]) -> [AnyBinding]
    /// The records that new adapters make from those of a container.
    func adapted(_ records: [AnyBinding], by new: [Layer]) -> [AnyBinding]
    /// The same layers and further ones.
    func adding(_ new: [Layer]) -> any LayerSet
    /// The layers that remain; nil if none does.
    func removing(where isRemoved: (Layer) -> Bool) -> (any LayerSet)?
}
