// Services of distinct types that depend on each other. They only serve a check of the graph and are never created.

import Armory

/// A service with an initializer without parameters.
protocol Wired: Sendable {
    init()
}

/// A service with a distinct type for each tag.
final class WiredService<Tag>: Wired, Sendable {
    required init() {}
}

/// The registrations of services that depend on others, through the parameters of their factories.
enum WiredRegistration {
    typealias Element = () -> any ModuleElement

    /// The first `count` of ten thousand registrations: each needs three or two later services, the last ones none.
    static func first(_ count: Int) -> [Element] {
        struct Collector: TypeVisitor {
            var types: [any Wired.Type] = []

            mutating func visit<T>(_ type: T.Type) { types.append(WiredService<T>.self) }
        }
        var collector = Collector()
        DistinctTypes.show(count, to: &collector)
        let types = collector.types
        return types.indices.map { index in
            let needs = [index + 1, index + 2, 2 * index + 3].filter { $0 < count }.map { types[$0] }
            return switch needs.count {
            case 3: three(types[index], needs[0], needs[1], needs[2])
            case 2: two(types[index], needs[0], needs[1])
            default: none(types[index])
            }
        }
    }

    private static func three<T: Wired, A: Wired, B: Wired, C: Wired>(
        _ type: T.Type, _: A.Type, _: B.Type, _: C.Type
    ) -> Element {
        let factory: @Sendable (A, B, C) -> T = { _, _, _ in T() }
        return { Singleton(type, factory) }
    }

    private static func two<T: Wired, A: Wired, B: Wired>(_ type: T.Type, _: A.Type, _: B.Type) -> Element {
        let factory: @Sendable (A, B) -> T = { _, _ in T() }
        return { Singleton(type, factory) }
    }

    private static func none<T: Wired>(_ type: T.Type) -> Element {
        { Singleton(type) { T() } }
    }
}
