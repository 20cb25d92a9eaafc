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
    case transient, singleton, shared, graph, scoped

    func registration(
        named name: RegistrationName? = nil, _ label: String = "core", made: Counter = Counter()
    ) -> Module {
        let factory: @Sendable () -> any Parcel = {
            made.increment()
            return Core(label)
        }
        @Sendable func named<R: Registration>(_ registration: R) -> R {
            name.map { registration.named($0) } ?? registration
        }
        // A module notes that the type is `Sendable`; a list of registrations would not.
        return Module {
            switch self {
            case .transient: named(Transient((any Parcel).self, factory))
            case .singleton: named(Singleton((any Parcel).self, factory))
            case .shared: named(Shared((any Parcel).self, factory))
            case .graph: named(Graph((any Parcel).self, factory))
            case .scoped: named(Scoped((any Parcel).self, factory))
            }
        }
    }

    /// Whether two resolves give one instance while other code holds it.
    var isOne: Bool { self != .transient && self != .graph }

    /// A container to ask: of what is scoped, a scope.
    func asker(_ container: Container) throws -> Container {
        self == .scoped ? try container.openScope(.request) : container
    }
}

extension Container {
    /// A container of a list of elements.
    static func of(_ elements: [any ModuleElement], validates: Bool = true) throws -> Container {
        try Container(configuration: Configuration(validates: validates)) { elements }
    }
}

/// Writes down the makings that it runs around.
struct MakingLog: AwaitingInterceptor {
    let label: String
    let log: Log<String>

    func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance {
        log.add("\(label) before \(making.key)")
        do {
            let instance = try await making.proceed()
            log.add("\(label) after \(making.path.joined(separator: ">"))")
            return instance
        } catch {
            log.add("\(label) error \(error.code)")
            throw error
        }
    }
}

/// An interceptor of a closure.
struct AroundMaking: AwaitingInterceptor {
    let body: @Sendable (InterceptedCreation) async throws -> InterceptedInstance

    init(_ body: @escaping @Sendable (InterceptedCreation) async throws -> InterceptedInstance) { self.body = body }

    func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance { try await body(making) }
}

/// Writes down the makings that it runs around.
struct Writing: Interceptor {
    let label: String
    let log: Log<String>

    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T {
        log.add("\(label) before \(creation.key)")
        do {
            let instance = try proceed()
            log.add("\(label) after \(creation.path.joined(separator: ">"))")
            return instance
        } catch {
            log.add("\(label) error \((error as? ResolutionError)?.code.description ?? "another")")
            throw error
        }
    }
}
