import Armory
import ArmoryTestSupport
import XCTest

// What the tests of decorators, adapters and interceptors decorate.

/// Something that says what lies around it, the innermost first.
protocol Parcel: AnyObject, Sendable {
    var layers: [String] { get }
    /// The instance inside of all.
    var core: Core { get }
}

protocol Sealed: AnyObject, Sendable {}

final class Core: Parcel, Sealed, @unchecked Sendable {  // Written in its injection, before it is published.
    let life = Counted()
    let label: String
    var partner: Partner?
    var guests: [any Parcel] = []

    init(_ label: String = "core") { self.label = label }
    var layers: [String] { [label] }
    var core: Core { self }
}

/// Holds a parcel: a circle that an injection closes.
final class Partner: @unchecked Sendable {  // As `Core`; it holds its parcel weakly, so that no test leaks.
    let life = Counted()
    weak var parcel: (any Parcel)?
    init(_ parcel: any Parcel) { self.parcel = parcel }
}

final class Wrapping: Parcel, @unchecked Sendable {  // Immutable.
    let life = Counted()
    let inner: any Parcel
    let label: String

    init(_ inner: any Parcel, _ label: String) {
        self.inner = inner
        self.label = label
    }

    var layers: [String] { inner.layers + [label] }
    var core: Core { inner.core }
}

/// What a decorator needs.
final class Stamp: Sendable {
    let text: String
    init(_ text: String = "stamped") { self.text = text }
}

extension Wrapping {
    convenience init(_ inner: any Parcel, stamp: Stamp) { self.init(inner, stamp.text) }

    static func stamped(_ inner: any Parcel, _ stamp: Stamp) -> any Parcel { Wrapping(inner, stamp: stamp) }
}

extension Decorator {
    /// Wraps a parcel.
    static func wrapping(_ label: String) -> Decorator {
        Decorator((any Parcel).self) { Wrapping($0, label) }
    }
}

/// The lifetimes, each with a way to register a parcel.
enum KeptKind: String, CaseIterable {
    case transient, singleton, shared, graph, scoped, custom

    func registration(
        named name: Name? = nil, _ label: String = "core", made: Counter = Counter()
    ) -> any Registration<any Parcel> {
        func factory() -> @Sendable () -> any Parcel {
            {
                made.increment()
                return Core(label)
            }
        }
        switch self {
        case .transient: return finish(Transient((any Parcel).self, factory()), name)
        case .singleton: return finish(Singleton((any Parcel).self, factory()), name)
        case .shared: return finish(Shared((any Parcel).self, factory()), name)
        case .graph: return finish(Graph((any Parcel).self, factory()), name)
        case .scoped: return finish(Scoped((any Parcel).self, factory()), name)
        case .custom: return finish(Kept((any Parcel).self, factory()), name)
        }
    }

    private func finish<R: Registration>(_ registration: R, _ name: Name?) -> any Registration<any Parcel>
    where R.Instance == any Parcel {
        name.map { registration.named($0) } ?? registration
    }

    /// Whether two resolves give one instance while somebody holds it.
    var isOne: Bool { self != .transient && self != .graph }

    /// A container to ask: of what is scoped, a scope.
    func asker(_ container: Container) -> Container {
        self == .scoped ? Container(parents: [container], scope: .request) : container
    }
}

extension Container {
    /// A container of a list of elements.
    static func of(_ elements: [any ModuleElement], validates: Bool = true) throws -> Container {
        try Container(configuration: Configuration(validates: validates)) { elements }
    }
}
