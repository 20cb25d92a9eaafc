// A module: an engine container, and what factories are given of it.

internal import Armory

/// What makes and keeps instances: the registrations of a program or of a part of it.
///
/// ```swift
/// let module = Module {
///     component { storage }
///     factory { OrderList(orders: $0()) }
/// }
/// let list: OrderList = module.resolve()
/// ```
///
/// What it does not know itself it looks for in its parent. There a factory's instances are made in the view of the module that was
/// asked; a single and a weak instance are the parent's, and made in its view.
///
/// All of a module may be used from any number of threads at once. What is made once is found without a lock.
public final class Module: @unchecked Sendable {  // Immutable; what it holds guards itself, or is the user's closures.
    let container: Container
    let parent: Module?
    /// What asks for its closures anew; nil: the container has them.
    private let builder: AnyObject?
    /// What the container's own registrations ask for their closures, where it has none itself.
    let component: Component?

    /// A module of the registrations in the braces.
    ///
    /// Where two are of one type and tag, the later counts.
    ///
    /// - Parameters:
    ///   - parent: Where to look for what the module does not have; it is kept alive.
    ///   - builder: The registrations.
    /// - Complexity: O(*n*) in the number of registrations.
    public convenience init(parent: Module? = nil, @ModuleBuilder builder: () -> [Entry]) {
        let home = Home()
        let container = home.makeContainer(parent) { container throws(ResolutionError) in
            for entry in builder() { try entry.record.register(in: container) }
        }
        self.init(container, parent)
        home.setModule(self)
    }

    init(_ container: Container, _ parent: Module?, builder: AnyObject? = nil, component: Component? = nil) {
        self.container = container
        self.parent = parent
        self.builder = builder
        self.component = component
    }

    /// What the braces are made of.
    @resultBuilder
    public enum ModuleBuilder: Sendable {
        /// The registrations, one after the other.
        public static func buildBlock(_ registrations: any Registration...) -> [Entry] {
            registrations.flatMap { $0.entries() }
        }
    }
}

/// What leads from an engine container to its module: registered in it, and so found from inside its factories.
///
/// It does not keep the module. Who resolves through a module keeps that; the engine's own means, such as a lazy instance that a
/// factory has made, may come to the container when nobody has the module any more.
final class Home: @unchecked Sendable {  // `current` is guarded by `lock`.
    private let lock = Lock()
    private weak var current: Module?

    /// The module.
    var module: Module {
        guard let module = ifThere else {
            endProcess("A factory runs in a container whose module is gone: hold the module as long as it is used.")
        }
        return module
    }

    /// The module, or nil where nobody has it any more.
    var ifThere: Module? { lock.withLock { current } }

    func setModule(_ module: Module) {
        lock.withLock { current = module }
    }

    /// The module whose factory is given the resolver.
    static func module(of resolver: Resolver) -> Module {
        do { return try resolver.resolve(Home.self).module } catch { endProcess(error.description) }
    }

    /// A container with its registrations, which leads to the module of this home.
    func makeContainer(
        _ parent: Module?, _ register: (Container) throws(ResolutionError) -> Void
    ) -> Container {
        // No limit to waiting: a factory may take its time, and a deadlock is found by itself.
        let container = Container(
            parents: parent.map { [$0.container] } ?? [],
            configuration: Container.Configuration(duplicates: .replace, waitLimit: nil, justInTime: false))
        do {
            try container.register(Singleton(value: self))
            try register(container)
        } catch {
            endProcess(error.description)
        }
        container.freeze()
        return container
    }
}
