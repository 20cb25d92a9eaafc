/// A list of registrations with a name, which can be combined with other lists.
///
/// ```swift
/// let storage = Module("storage") {
///     Singleton(Database.init)
///     Singleton((any Orders).self, SQLOrders.init)
/// }
/// let shop = Module("shop") {
///     storage
///     Transient(OrderService.init)
/// }
/// let container = try Container { shop }
/// ```
///
/// A module holds no instances: if two containers are built from it, each has separate instances. Its contents are
/// evaluated when a container is built, so a condition in them is decided then.
///
/// A module counts once however often it is included, also if modules include each other in a cycle. Modules are
/// compared by identity, not by contents: declare a module as a constant. A function that creates a module creates
/// another one at each call.
public struct Module: ModuleElement {
    package let identity: ModuleIdentity
    let contents: @Sendable () -> [any ModuleElement]
    /// The registrations that replace others; nil for a plain module.
    var replacements: (@Sendable () -> [any ModuleElement])?

    /// The module itself.
    public var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .module(self)) }

    /// The module's name, if it has one.
    public var name: String? { identity.name }

    /// The location of the module in the source.
    public var location: CodeLocation { identity.location }

    init(_ identity: ModuleIdentity, _ contents: @escaping @Sendable () -> [any ModuleElement]) {
        (self.identity, self.contents) = (identity, contents)
    }
}
