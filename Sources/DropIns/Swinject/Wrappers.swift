// Types that wrap a service: a resolve of them succeeds where the service is registered.

internal import ArmoryCore
internal import ArmoryRegistry

/// A dependency that is resolved when it is first read, and then keeps its instance.
///
/// ```swift
/// container.register(Person.self) { r in PetOwner(pet: r.resolve(Lazy<any Animal>.self)!) }
/// ```
///
/// It needs no registration, only that of the service: the one that exists when the `Lazy` is resolved, also if the
/// service is registered again, or is removed. The instance belongs to the graph that the `Lazy` was resolved in. Any
/// number of threads may read it; all get the same instance.
///
/// It keeps the container alive. So in an instance that the container keeps, it is a cycle of references, which
/// ``Container/removeAll()`` or a reset ends.
public final class Lazy<Service> {
    private let late: LateInstance<Service, Origin<Service>>

    fileprivate init(_ origin: Origin<Service>) { late = LateInstance(origin, isWeak: false) }

    /// The instance.
    ///
    /// - Precondition: The factory creates an instance of the service.
    /// - Complexity: O(1) after the first read.
    public var instance: Service {
        late.instance { origin in
            origin.resolve()
        } or: {
            // The instance is held strongly, so it exists after the resolve.
            preconditionFailure("the wrapper holds its instance")
        }
    }
}

/// A dependency that is resolved at every read.
///
/// It needs no registration, only that of the service: the one that exists when the `Provider` is resolved, also if the
/// service is registered again, or is removed. A read inside of a resolve belongs to its graph. It keeps the container
/// alive, as a ``Lazy`` does.
public final class Provider<Service> {
    private let origin: Origin<Service>

    fileprivate init(_ origin: Origin<Service>) { self.origin = origin }

    /// An instance, which is resolved now.
    ///
    /// - Precondition: The factory creates an instance of the service.
    public var instance: Service { origin.resolve() }
}

/// A type that wraps a service.
protocol ServiceWrapper {
    /// Returns the wrapper for a service in a container; nil if the service is not registered.
    static func wrapping(_ question: Question, in container: Container) -> Self?

    /// The service, if it may be missing and is resolved with the wrapper; nil: it is resolved later.
    static var optionalType: (any Any.Type)? { get }
}

extension ServiceWrapper {
    static var optionalType: (any Any.Type)? { nil }
}

extension Lazy: ServiceWrapper {
    static func wrapping(_ question: Question, in container: Container) -> Lazy? {
        guard var origin = Origin<Service>(container, question) else { return nil }
        origin.graph = .current
        return Lazy(origin)
    }
}

extension Provider: ServiceWrapper {
    static func wrapping(_ question: Question, in container: Container) -> Provider? {
        Origin<Service>(container, question).map { Provider($0) }
    }
}

extension Optional: ServiceWrapper {
    static var optionalType: (any Any.Type)? { Wrapped.self }

    static func wrapping(_ question: Question, in container: Container) -> Wrapped?? {
        .some(container.source(of: Wrapped.self, question.label)?.instance(for: container, question.call))
    }
}

/// What a wrapper resolves: the container, the entry and the arguments.
private struct Origin<Service> {
    private let container: Container
    private let source: Source<Service>
    private let call: Call?
    /// The graph to continue; nil: the graph of the resolve that runs, or a new one.
    var graph: GraphIdentifier?

    /// Nil: the service is not registered.
    init?(_ container: Container, _ question: Question) {
        guard let source = container.source(of: Service.self, question.label) else { return nil }
        self.container = container
        self.source = source
        call = question.call
    }

    func resolve() -> Service {
        let found =
            if let graph {
                container.withObjectGraph(graph) { source.instance(for: $0, call) }
            } else {
                container.inLock { source.instance(for: container, call) }
            }
        guard let found else {
            endUnresolved(
                Service.self,
                "\(TypeName.sourceName(of: Service.self)) is required by a Lazy or a Provider, and was not resolved.")
        }
        return found
    }
}
