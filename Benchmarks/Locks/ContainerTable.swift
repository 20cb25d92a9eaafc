import Armory

/// Armory's contender: the container itself.
final class ContainerTable: SingletonTable {
    static let strategy = "Armory"

    private let container: Container

    init(maker: Maker) throws {
        container = try Container {
            Singleton { maker.make(Service0.self) }
            Singleton { maker.make(Service1.self) }
            Singleton { maker.make(Service2.self) }
            Singleton { maker.make(Service3.self) }
            Singleton { maker.make(Service4.self) }
            Singleton { maker.make(Service5.self) }
            Singleton { maker.make(Service6.self) }
            Singleton { maker.make(Service7.self) }
        }
    }

    /// The container's one mutex, which no resolve of an existing instance takes.
    var lockBytes: Int { PthreadMutex.byteCount }

    func instance<T: Service>(_ type: T.Type) throws(ResolutionError) -> T {
        try container.resolve(type)
    }
}
