/// A type that stands for code outside of the graph, as a registration that needs what the code resolves.
///
/// No layer is around it.
package protocol EntryType: Sendable {}
