// What changing registrations make, and how a key of each kind is used.

import Armory
import Synchronization

/// What the items of one run have in common.
final class Stock: Sendable {
    private let ticks = Atomic<Int>(0)
    let items = Population()
    /// The registrations that some container holds.
    let registrations = Population()

    /// The time: it goes on at every change, and says what was made before one and what after.
    var now: Int { ticks.load(ordering: .relaxed) }

    /// The time of a change.
    func tick() -> Int { ticks.add(1, ordering: .relaxed).newValue }
}

/// An instance that knows where it comes from.
class Item: @unchecked Sendable {  // Immutable but for the seal, which is atomic.
    private static let sealed = 0x5EA1
    private static let broken = 0xDEAD

    /// The time at which its registration came.
    let label: Int
    /// The time at which its factory was called.
    let born: Int
    /// What it was made of.
    let held: Item?
    private let stock: Stock
    private let seal = Atomic<Int>(Item.sealed)

    init(_ label: Int, _ stock: Stock, holding held: Item? = nil, born: Int) {
        self.label = label
        self.born = born
        self.held = held
        self.stock = stock
        stock.items.begin()
    }

    deinit {
        seal.store(Item.broken, ordering: .relaxed)
        stock.items.end()
    }

    /// What a reader sees of it.
    var sight: Sight {
        Sight(label: label, born: born, oldest: oldest, isSound: seal.load(ordering: .relaxed) == Item.sealed)
    }

    private var oldest: Int { min(born, held?.oldest ?? born) }
}

/// An item of a type of its own.
final class Typed<Tag>: Item, @unchecked Sendable {}

/// An item that is found by a protocol.
protocol Stocked: Sendable {
    var item: Item { get }
}

extension Item: Stocked {
    var item: Item { self }
}

/// What a reader has seen of an item, without holding it.
struct Sight: Sendable {
    let label: Int
    let born: Int
    /// When the oldest was made of what it holds, itself included.
    let oldest: Int
    /// False where it is dead.
    let isSound: Bool
}

/// Counts a registration as long as its factory lives.
private final class Presence: Sendable {
    private let stock: Stock

    init(_ stock: Stock) {
        self.stock = stock
        stock.registrations.begin()
    }

    deinit {
        stock.registrations.end()
    }

    func now() -> Int { stock.now }
}

// MARK: Keys

/// How a registration is found, and what may be asked of it.
struct ItemKey: Sendable {
    enum Qualifier: Sendable {
        case nothing
        case name(Name)
        case number(Int)
    }

    let text: String
    let lifetime: Lifetime
    let register: @Sendable (Container, _ label: Int) throws -> Void
    let replace: @Sendable (Container, _ label: Int) throws -> Void
    let overlay: @Sendable (Container, _ label: Int) throws -> Overlay
    let remove: @Sendable (Container) throws -> Void
    let reset: @Sendable (Container) throws -> Void
    let resolve: @Sendable (Container) throws -> Item
    let resolveOptional: @Sendable (Container) throws -> Item?
    /// Lends the item, where it has no qualifier; `during` runs meanwhile.
    let lend: (@Sendable (Container, _ during: () -> Void) throws -> Sight)?

    init<T: Sendable>(
        _ type: T.Type, _ lifetime: Lifetime, _ qualifier: Qualifier = .nothing, stock: Stock,
        holding: @escaping @Sendable (Resolver) throws -> Item? = { _ in nil },
        item: @escaping @Sendable (borrowing T) -> Item,
        _ make: @escaping @Sendable (_ label: Int, _ held: Item?, _ born: Int) -> T
    ) {
        text = "\(lifetime) \(type) \(qualifier)"
        self.lifetime = lifetime
        let registration: @Sendable (Int) -> any Registration = { label in
            let presence = Presence(stock)
            return Self.registration(type, lifetime, qualifier) { resolver in
                let born = presence.now()
                return make(label, try holding(resolver), born)
            }
        }
        register = { try $0.register(registration($1)) }
        replace = { try $0.replace(registration($1)) }
        overlay = { try $0.overlay(registration($1)) }
        switch qualifier {
        case .nothing:
            remove = { try $0.remove(type) }
            reset = { try $0.reset(type) }
            resolve = { item(try $0.resolve(type)) }
            resolveOptional = { try $0.resolveOptional(type).map { item($0) } }
            lend = { container, during in
                try container.with(type) { lent in
                    during()
                    return item(lent).sight
                }
            }
        case .name(let name):
            remove = { try $0.remove(type, named: name) }
            reset = { try $0.reset(type, named: name) }
            resolve = { item(try $0.resolve(type, named: name)) }
            resolveOptional = { try $0.resolveOptional(type, named: name).map { item($0) } }
            lend = nil
        case .number(let number):
            remove = { try $0.remove(type, qualifier: number) }
            reset = { try $0.reset(type, qualifier: number) }
            resolve = { item(try $0.resolve(type, qualifier: number)) }
            resolveOptional = { try $0.resolveOptional(type, qualifier: number).map { item($0) } }
            lend = nil
        }
    }

    private static func registration<T: Sendable>(
        _ type: T.Type, _ lifetime: Lifetime, _ qualifier: Qualifier,
        _ factory: @escaping @Sendable (Resolver) throws -> T
    ) -> any Registration {
        switch lifetime {
        case .singleton: qualified(Singleton(type, factory), qualifier)
        case .shared: qualified(Shared(type, factory), qualifier)
        case .graph: qualified(Graph(type, factory), qualifier)
        case .scoped: qualified(Scoped(type, factory), qualifier)
        case .custom: qualified(Armory.Kept(type, factory), qualifier)
        case .transient: qualified(Transient(type, factory), qualifier)
        }
    }

    private static func qualified(_ registration: some Registration, _ qualifier: Qualifier) -> any Registration {
        switch qualifier {
        case .nothing: registration
        case .name(let name): registration.named(name)
        case .number(let number): registration.qualified(by: number)
        }
    }
}
