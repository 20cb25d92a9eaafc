// A module: an engine container, and the view of it that factories receive.

internal import Armory

/// Creates and keeps instances from the registrations of a program, or of a part of it.
///
/// ```swift
/// let module = Module {
///     component { storage }
///     factory { OrderList(orders: $0()) }
/// }
/// let list: OrderList = module.resolve()
/// ```
///
/// A module asks its parent for registrations that it does not have. The parent's `factory` then creates its instances
/// in the view of the module that was asked. The instances of `single` and `weak` belong to the parent and are created
/// in its view.
///
/// Any number of threads may use a module at once. Resolving an existing `single` instance takes no lock.
public final class Module: @unchecked Sendable {  // Immutable; its properties are thread-safe, or hold user closures.
    let container: Container
    let parent: Module?
    /// The builder that lists the closures again for each module; nil if the container has the closures.
    private let builder: AnyObject?
    /// The component with the closures of the container's own registrations, if the container has no closures.
    let component: Component?

    /// Creates a module with the registrations in the braces.
    ///
    /// If two registrations have the same type and tag, the later one counts.
    ///
    /// - Parameters:
    ///   - parent: The module to ask for registrations that this one does not have; it is kept alive.
    ///   - builder: The registrations.
    /// - Complexity: O(*n*) in the number of registrations.
    public convenience init(parent: Module? = nil, @ModuleBuilder builder: () -> [Entry]) {
        let home = Home<Module>()
        let container = home.makeContainer(parent) { container throws(ResolutionError) in
            for entry in builder() { try entry.record.register(in: container) }
        }
        self.init(container, parent)
        home.owner = self
    }

    /// Creates a module with the registration that a function returns, as in `Module(builder: makeClient)`.
    ///
    /// - Parameters:
    ///   - parent: The module to ask for registrations that this one does not have; it is kept alive.
    ///   - builder: Returns the registration, which may be a component.
    @_disfavoredOverload
    public convenience init(parent: Module? = nil, builder: () -> any Registration) {
        self.init(parent: parent, builder: { builder().entries() } as () -> [Entry])
    }

    init(_ container: Container, _ parent: Module?, builder: AnyObject? = nil, component: Component? = nil) {
        self.container = container
        self.parent = parent
        self.builder = builder
        self.component = component
    }

    /// Builds the list of registrations from the contents of the braces.
    @resultBuilder
    public enum ModuleBuilder: Sendable {
        /// Returns the entries of the registrations, in order.
        public static func buildBlock(_ registrations: any Registration...) -> [Entry] {
            registrations.flatMap { $0.entries() }
        }
    }
}

extension Module {
    /// The module whose factory receives a resolver.
    static func of(_ resolver: Resolver) -> Module {
        guard let home = Home<Module>.of(resolver) else {
            endProcess("A factory runs in a container without a module.")
        }
        return at(home)
    }

    /// The module of a home.
    ///
    /// A resolve through a module keeps the module alive. But the engine itself, for example through a lazy instance
    /// that a factory has created, may use the container after the module is gone.
    static func at(_ home: Home<Module>) -> Module {
        guard let module = home.owner else {
            endProcess(
                "A factory runs in a container whose module was released: hold the module as long as it is used.")
        }
        return module
    }
}

extension Home<Module> {
    /// Creates a container with its registrations, whose factories find the module of this home.
    func makeContainer(
        _ parent: Module?, _ register: (Container) throws(ResolutionError) -> Void
    ) -> Container {
        let container = Container(
            parents: parent.map { [$0.container] } ?? [], configuration: .ofLibrary(home: self))
        do { try register(container) } catch { endProcess(error) }
        container.freeze()
        return container
    }
}
