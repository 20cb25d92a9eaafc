/// A decorator or an adapter, as a plan uses it.
struct Layer: Sendable {
    /// The module that contains it.
    var module: ModuleIdentity?
}
