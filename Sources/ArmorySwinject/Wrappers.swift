// Types that wrap a service: a resolve of them succeeds where the service is registered.

internal import Armory

/// A dependency that is resolved when it is first read, and then keeps its instance.
///
/// ```swift
/// container.register(Person.self) { r in PetOwner(pet: r.resolve(Lazy<any Animal>.self)!) }
/// ```
///
/// It needs no registration, only that of the service. The instance belongs to the graph that the `Lazy` was resolved
/// in. Any number of threads may read it; all get the same instance.
///
/// It keeps the container alive until it is read, except in an instance that the container itself keeps.
public final class Lazy<Service> {
    private let late: LateInstance<Service, Origin?>

    fileprivate init(_ origin: Origin) { late = LateInstance(origin, isWeak: false, waitLimit: nil) }

    /// The instance.
    ///
    /// - Precondition: The container and the registration still exist when this property is first read.
    /// - Complexity: O(1) without a lock after the first read.
    public var instance: Service {
        late.instance { origin in
            guard let origin else { preconditionFailure("only the first read asks") }
            let instance = origin.resolve(Service.self)
            late.changeQuestion { $0 = nil }
            return instance
        } or: {
            // The instance is held strongly, so it exists after the resolve.
            preconditionFailure("the wrapper holds its instance")
        }
    }
}

/// A dependency that is resolved at every read.
///
/// It needs no registration, only that of the service. A read inside of a resolve belongs to its graph. It keeps the
/// container alive, except in an instance that the container itself keeps.
public final class Provider<Service> {
    private let origin: Origin

    fileprivate init(_ origin: Origin) { self.origin = origin }

    /// An instance, which is resolved now.
    ///
    /// - Precondition: The container and the registration still exist.
    public var instance: Service { origin.resolve(Service.self) }
}

/// A type that wraps a service.
protocol ServiceWrapper {
    /// Returns the wrapper for a service in a container; nil if the service is not registered.
    static func wrapping(_ question: Question, in container: Container) -> Self?
}

extension Lazy: ServiceWrapper {
    static func wrapping(_ question: Question, in container: Container) -> Lazy? {
        container.has(Service.self, question) ? Lazy(Origin(container, question, LastingGraph.running)) : nil
    }
}

extension Provider: ServiceWrapper {
    static func wrapping(_ question: Question, in container: Container) -> Provider? {
        container.has(Service.self, question) ? Provider(Origin(container, question, nil)) : nil
    }
}

extension Optional: ServiceWrapper {
    static func wrapping(_ question: Question, in container: Container) -> Wrapped?? {
        .some(container.find(Wrapped.self, question))
    }
}

extension Container {
    fileprivate func has(_ type: any Any.Type, _ question: Question) -> Bool {
        settle()
        return engine.isRegistered(ServiceKey(type, qualifier: question.label.qualifier))
    }
}

/// The container, the graph and the request of a wrapper.
private struct Origin {
    private let question: Question
    /// The graph to continue; nil: the graph of the resolve that runs, or a new one.
    private let graph: LastingGraph?
    /// The container; nil if the container keeps the instance that has the wrapper.
    private let held: Container?
    private weak var container: Container?

    init(_ container: Container, _ question: Question, _ graph: LastingGraph?) {
        self.question = question
        self.graph = graph
        self.container = container
        // A storage of a custom scope belongs to its container, too.
        let isKept = container.engine.createsKeptInstance { companion in
            (companion as? any Companion).map { !$0.entry.scope.isPredefined } ?? false
        }
        held = isKept ? nil : container
    }

    func resolve<Service>(_ type: Service.Type) -> Service {
        guard let container else {
            endProcess(
                "\(TypeName.of(type)) is needed after its container was released: hold the container as long as it is used."
            )
        }
        let found =
            graph.map { graph in container.withObjectGraph(GraphIdentifier(graph)) { $0.find(type, question) } }
            ?? container.find(type, question)
        guard let found else {
            endProcess("\(TypeName.of(type)) was registered when it was wrapped, but no longer is.")
        }
        return found
    }
}
