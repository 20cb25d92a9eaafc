import ArmoryCore
import CoreRegistering

extension Plan {
    /// Registers an instance without injections, where the lifetime is a variable.
    mutating func register<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        switch lifetime {
        case .singleton: singleton(type, make)
        case .graph: graph(type, make)
        case .transient: transient(type, make)
        case .scoped: scoped(type, make)
        case .shared: shared(type, make)
        case .custom: routed(type, by: OneCell(), make)
        }
    }
}

/// A custom lifetime with one cell for all.
final class OneCell: CellRoute {
    private final class Store: Sendable {
        let cell: ExtraCell
        init(_ cell: ExtraCell) { self.cell = cell }
    }

    func cell<Arguments>(forArguments arguments: Arguments, at place: RoutedPlace) throws -> RoutedCell? {
        place.container.findOrMakeStore(at: place) {
            Store(ExtraCell(place.record.copyForCell(lifetime: .singleton, arguments: arguments) { _ in }, at: place))
        }.cell.routedCell
    }
}
