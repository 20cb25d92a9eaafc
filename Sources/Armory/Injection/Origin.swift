/// Where something was injected that looks up later: it works as long as the container lives, and holds nothing alive.
package final class Origin: Sendable {
    private weak let container: Container?
    private let module: ModuleIdentity?
    private let qualifier: AnyQualifier?

    init(_ container: Container, _ qualifier: AnyQualifier?) {
        self.container = container.view?.base ?? container
        module = container.view?.module
        self.qualifier = qualifier
    }

    func resolve<T>(_ type: T.Type) throws(ResolutionError) -> T {
        guard let container else { throw ResolutionError(.closed, key: ServiceKey(type, qualifier: qualifier)) }
        // As the factory saw it.
        let seen = module.map { Container(viewOf: container, $0) } ?? container
        return try seen.lookUp(type, key: qualifier)
    }

    /// The instance, and whether it is finished: one that closes a cycle may be given out before, and may still be given up.
    func resolveToKeep<T>(_ type: T.Type) throws(ResolutionError) -> (instance: T, isFinished: Bool) {
        let before = unfinishedCount
        let instance = try resolve(type)
        return (instance, unfinishedCount <= before)
    }

    /// How many unfinished instances the thread holds.
    private var unfinishedCount: Int {
        let context = unsafe ThreadContext.current
        guard unsafe context.pointee.buildCount != 0 else { return 0 }
        return unsafe Resolution.of(context).early.count
    }
}

/// A type that looks up later what it stands for: at a call.
package protocol DeferredForm<Service>: DependencyForm {
    /// What it looks up.
    associatedtype Service

    init(_ origin: Origin)

    /// What a call gives.
    func callAsFunction() throws(ResolutionError) -> Service
}

extension DeferredForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Service.self, qualifier: qualifier, time: .later)
    }

    package static func resolve(in container: Container, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Self {
        Self(Origin(container, qualifier))
    }
}
