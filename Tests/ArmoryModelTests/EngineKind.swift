// The engine's entry points for each service type. `kind` is called with every type by name, so that the compiler
// specialises them as in a client's code.

import Armory
import ArmoryTestSupport

/// How a registration comes into a container.
enum Installation {
    case register, replace, overlay, getOrMake
}

/// What a registration asks while it makes an instance.
protocol Maker: AnyObject, Sendable {
    func seed(_ recipe: Int, _ place: Int, _ resolver: Resolver, argument: Int) throws -> Seed
    func inject(_ number: Int, into node: Node, _ place: Int, _ resolver: Resolver) throws -> Seed?
}

struct EngineKind: Sendable {
    let resolve: @Sendable (Container, Label, Ask) throws -> Node?
    let ask: @Sendable (Resolver, Label, Ask) throws -> Node?
    /// Calls the body while the instance is lent.
    let lend: @Sendable (Container, () throws -> Void) throws -> Void
    let remove: @Sendable (Container, Label) throws -> Void
    let reset: @Sendable (Container, Label) throws -> Void
    let install: @Sendable (Container, Label, Order) throws -> (overlay: Overlay?, node: Node?)

    /// What is to be installed.
    struct Order {
        let maker: any Maker
        let stage: Stage
        let place: Int
        let recipe: Int
        let isValue: Bool
        let installation: Installation
    }
}

extension EngineKind {
    /// The kinds of a lane.
    static func all(lane: Int) -> [Kind: EngineKind] {
        switch lane {
        case 0: all(Lane0.self)
        case 1: all(Lane1.self)
        case 2: all(Lane2.self)
        default: all(Lane3.self)
        }
    }

    @inline(__always)
    private static func all<L: Lane>(_ lane: L.Type) -> [Kind: EngineKind] {
        [
            .first: kind(Part<L, First>.self, { $0 }) { seed, _ in Part<L, First>(seed) },
            .second: kind(Part<L, Second>.self, { $0 }) { seed, _ in Part<L, Second>(seed) },
            .third: kind(Part<L, Third>.self, { $0 }) { seed, _ in Part<L, Third>(seed) },
            .service: kind((any Service).self, { $0.node }) { seed, _ in ServiceObject(seed) },
            .flexible: kind((any Flexible).self, { $0.node }) { seed, isValue in
                if isValue { return FlexibleValue(node: Node(seed)) }
                return ServiceObject(seed)
            },
            .leaf: kind(Leaf<L>.self, { $0.node }) { seed, _ in Leaf<L>(node: Node(seed)) },
        ]
    }

    @inline(__always)
    private static func kind<T: Sendable>(
        _ type: T.Type, _ node: @escaping @Sendable (T) -> Node, _ create: @escaping @Sendable (Seed, Bool) -> T
    ) -> EngineKind {
        EngineKind(
            resolve: { try EngineCalls.resolve($0, type, $1, $2).map(node) },
            ask: { try EngineCalls.ask($0, type, $1, $2).map(node) },
            lend: { container, body in try container.with(type) { _ in try body() } },
            remove: { try EngineCalls.remove($0, type, $1) },
            reset: { try EngineCalls.reset($0, type, $1) },
            install: { container, label, order in
                let (overlay, instance) = try Installer(container, label, order, node, create).install()
                return (overlay, instance.map(node))
            })
    }
}

// MARK: Registering

/// Puts a registration together and brings it into a container.
private struct Installer<T: Sendable> {
    let container: Container
    let label: Label
    let order: EngineKind.Order
    let node: @Sendable (T) -> Node
    let create: @Sendable (Seed, Bool) -> T

    init(
        _ container: Container, _ label: Label, _ order: EngineKind.Order, _ node: @escaping @Sendable (T) -> Node,
        _ create: @escaping @Sendable (Seed, Bool) -> T
    ) {
        self.container = container
        self.label = label
        self.order = order
        self.node = node
        self.create = create
    }

    func install() throws -> (Overlay?, T?) {
        let (maker, place, number, isValue, create) = (order.maker, order.place, order.recipe, order.isValue, create)
        let recipe = order.stage.scenario.recipes[number]
        let factory: @Sendable (Resolver) throws -> T = { resolver in
            create(try maker.seed(number, place, resolver, argument: 0), isValue)
        }
        switch recipe.lifetime {
        case .singleton where recipe.bringsInstance:
            let seed = Seed(stage: order.stage, recipe: number, verb: .ready)
            return try finish(Singleton(T.self, value: create(seed, isValue)))
        case .singleton: return try finish(Singleton(T.self, factory))
        case .shared: return try finish(Shared(T.self, factory))
        case .graph: return try finish(Graph.Unchecked(T.self, factory))
        case .scoped: return try finish(Scoped(T.self, factory))
        case .custom: return try finish(Kept(T.self, factory))
        case .transient where recipe.needsArgument:
            return try finish(
                Transient(T.self, arguments: Int.self) { resolver, argument in
                    create(try maker.seed(number, place, resolver, argument: argument), isValue)
                }.notedSendable())
        case .transient: return try finish(Transient(T.self, factory).notedSendable())
        }
    }

    private func finish<R: Registration>(_ bare: R) throws -> (Overlay?, T?) where R.Instance == T {
        var registration = bare
        let (maker, place, isValue, node, create) = (order.maker, order.place, order.isValue, node, create)
        let recipe = order.stage.scenario.recipes[order.recipe]
        for number in recipe.injections.indices where !recipe.bringsInstance {
            registration = registration.inject { instance, resolver in
                if let other = try maker.inject(number, into: node(instance), place, resolver) {
                    instance = create(other, isValue)
                }
            }
        }
        switch label {
        case .none: break
        case .name(let number): registration = registration.named(Name(EngineKeys.text(number)))
        case .number(let number): registration = registration.qualified(by: number)
        case .colliding(let number): registration = registration.qualified(by: Colliding(number: number))
        case .text(let number): registration = registration.qualified(by: EngineKeys.text(number))
        }
        switch order.installation {
        case .register: try container.register(registration)
        case .replace: try container.replace(registration)
        case .overlay: return (try container.overlay(registration), nil)
        case .getOrMake: return (nil, try container.getOrMake(registration))
        }
        return (nil, nil)
    }
}
