import Armory

/// Armory's contender: the container itself.
final class ContainerTable: SingletonTable {
    static let strategy = "Armory"

    private let container: Container

    init(maker: Maker) throws {
        container = Container()
        try container.register(Singleton { maker.make(Service0.self) })
        try container.register(Singleton { maker.make(Service1.self) })
        try container.register(Singleton { maker.make(Service2.self) })
        try container.register(Singleton { maker.make(Service3.self) })
        try container.register(Singleton { maker.make(Service4.self) })
        try container.register(Singleton { maker.make(Service5.self) })
        try container.register(Singleton { maker.make(Service6.self) })
        try container.register(Singleton { maker.make(Service7.self) })
        container.freeze()
    }

    /// The size of a slot's state word; a resolve uses no other lock.
    var lockBytes: Int { MemoryLayout<UInt>.size }

    func instance<T: Service>(_ type: T.Type) throws(ResolutionError) -> T {
        try container.resolve(type)
    }
}
