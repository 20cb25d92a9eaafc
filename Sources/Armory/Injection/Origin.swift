/// Where something was injected that looks up later: it works as long as the container lives, and holds nothing alive.
final class Origin: Sendable {
    private weak let container: Container?
    private let module: ModuleIdentity?
    private let qualifier: AnyQualifier?

    init(_ container: Container, _ qualifier: AnyQualifier?) {
        self.container = container.view?.base ?? container
        module = container.view?.module
        self.qualifier = qualifier
    }

    func resolve<T>(_ type: T.Type) throws(ResolutionError) -> T {
        try open().lookUp(type, key: qualifier)
    }

    /// The container, as the factory saw it.
    func open() throws(ResolutionError) -> Container {
        guard let container else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
        return module.map { Container(viewOf: container, $0) } ?? container
    }
}
