/// Builds a container from assemblies.
///
/// All assemblies register their services before `loaded(resolver:)` is called on the first of them, so their order does not
/// matter. Only one thread at a time may apply assemblies; any number may use the resolver.
public final class Assembler {
    private let container: Container

    /// The container, for resolving only.
    public var resolver: any Resolver { container }

    /// Creates an assembler for a container.
    ///
    /// - Parameter container: The container; nil for a new one.
    public init(container: Container? = Container()) {
        self.container = container ?? Container()
    }

    /// Creates an assembler whose container is a child of another assembler's.
    ///
    /// - Parameters:
    ///   - parentAssembler: The other assembler, whose container is kept alive; nil for none.
    ///   - defaultObjectScope: The scope of entries that do not set one.
    ///   - behaviors: Receive each registration.
    public init(
        parentAssembler: Assembler?, defaultObjectScope: ObjectScope = .graph, behaviors: [any Behavior] = []
    ) {
        container = Container(
            parent: parentAssembler?.container, defaultObjectScope: defaultObjectScope, behaviors: behaviors)
    }

    /// Creates an assembler and applies assemblies to a container.
    ///
    /// - Parameters:
    ///   - assemblies: The assemblies.
    ///   - container: The container.
    public init(_ assemblies: [any Assembly], container: Container = Container()) {
        self.container = container
        apply(assemblies: assemblies)
    }

    /// Creates an assembler and applies assemblies to a child of another assembler's container.
    ///
    /// - Parameters:
    ///   - assemblies: The assemblies.
    ///   - parent: The other assembler, whose container is kept alive; nil for none.
    ///   - defaultObjectScope: The scope of entries that do not set one.
    ///   - behaviors: Receive each registration.
    public init(
        _ assemblies: [any Assembly], parent: Assembler?, defaultObjectScope: ObjectScope = .graph,
        behaviors: [any Behavior] = []
    ) {
        container = Container(parent: parent?.container, defaultObjectScope: defaultObjectScope, behaviors: behaviors)
        apply(assemblies: assemblies)
    }

    /// Creates an assembler and applies assemblies to a container.
    ///
    /// - Throws: Nothing.
    @available(*, deprecated, message: "Use init(_:container:), which does not throw.")
    public convenience init(assemblies: [any Assembly], container: Container? = Container()) throws {
        self.init(assemblies, container: container ?? Container())
    }

    /// Creates an assembler and applies assemblies to a child of another assembler's container.
    ///
    /// - Throws: Nothing.
    @available(*, deprecated, message: "Use init(_:parent:), which does not throw.")
    public convenience init(assemblies: [any Assembly], parentAssembler: Assembler?) throws {
        self.init(assemblies, parent: parentAssembler)
    }

    /// Applies an assembly to the container, and then calls its `loaded(resolver:)`.
    ///
    /// - Parameter assembly: The assembly.
    public func apply(assembly: any Assembly) { apply(assemblies: [assembly]) }

    /// Applies assemblies to the container; when all have registered their services, calls `loaded(resolver:)` on each.
    ///
    /// - Parameter assemblies: The assemblies.
    public func apply(assemblies: [any Assembly]) {
        for assembly in assemblies { assembly.assemble(container: container) }
        for assembly in assemblies { assembly.loaded(resolver: resolver) }
    }
}
