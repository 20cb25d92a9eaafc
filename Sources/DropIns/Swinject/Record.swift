// What the table of a container has: entries, and further types of entries.

internal import ArmoryCore
internal import ArmoryRegistry

/// A container, as its entries know it.
final class Owner: @unchecked Sendable {  // The registry's lock guards `known`.
    let registry: Registry
    private weak var known: Container?

    init(_ registry: Registry) { self.registry = registry }

    /// The container; nil: it is gone.
    var container: Container? { registry.locked { known } }

    func begin(_ container: Container) { known = container }

    /// The container ends.
    func end() { registry.locked { known = nil } }
}

/// What leads to instances of a service.
class Record<Service>: Entry, @unchecked Sendable {  // As the entry.
    let label: Label

    init(_ label: Label) {
        self.label = label
        super.init(label.key(of: Service.self), at: label.location, shownAs: label.shown(of: Service.self))
    }

    override var instanceType: any Any.Type { Service.self }

    /// The instance; nil: there is none.
    ///
    /// - Parameters:
    ///   - asked: The container that is asked.
    ///   - call: The arguments; nil: there are none.
    func instance(for asked: Container, _ call: Call?) -> Service? { nil }
}

/// A record without its type.
protocol AnyRecord: Entry {
    var label: Label { get }
    /// The type that it is found by.
    var foundType: any Any.Type { get }
    /// The entry that it is, or leads to.
    var target: any AnyServiceRecord { get }
}

/// An entry without its type.
protocol AnyServiceRecord: AnyRecord {
    /// The scope, and the number of closures that complete instances.
    var shownSettings: (scope: any ObjectScopeProtocol, completions: Int) { get }

    /// Forgets the instance of a scope that keeps some.
    func forget()

    /// Reports that the instance is released, if there is one.
    func reportEnd()
}

extension Record {
    var foundType: any Any.Type { Service.self }
}

extension AnyRecord {
    /// The description of the entry, in the words of Swinject.
    var shownAsEntry: String {
        let settings = target.shownSettings
        return label.describe(
            target.foundType, as: foundType, in: settings.scope, completions: settings.completions)
    }
}

/// The arguments of a resolve: calls the factory, a `Taking`, with them.
struct Call {
    let body: (_ taking: AnyObject, Container) -> Any
}

/// A factory with arguments.
final class Taking<Arguments> {
    let factory: (Arguments) -> Any

    init(_ factory: @escaping (Arguments) -> Any) { self.factory = factory }
}
