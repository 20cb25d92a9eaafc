import Armory
// This line was `import FactoryKit`.
import ArmoryFactory
import Parcels

/// The depot's container.
final class Depot: SharedContainer {
    @TaskLocal static var shared = Depot()
    let manager = ContainerManager()
    /// The native container of the tours.
    let native: Armory.Container

    init() {
        // Building it checks the dependencies of the tours.
        // swift-format-ignore: NeverUseForceTry
        native = try! Armory.Container { tours }
    }
}

extension Scope {
    /// Lasts until the shift ends.
    static let shift = Cached()
}

extension Depot {
    var scale: Factory<Scale> {
        self { Scale() }.cached
    }

    var shelf: Factory<Shelf> {
        self { Shelf() }.singleton
    }

    var shiftLog: Factory<ShiftLog> {
        self { ShiftLog() }.scope(.shift)
    }

    var van: Factory<Van> {
        self { Van() }.shared
    }

    /// The native registration of `tours`.
    var tour: Factory<Tour> {
        // swift-format-ignore: NeverUseForceTry
        self { try! self.native.resolve() }
    }

    /// Another team registers it: see `autoRegister`.
    var tracking: Factory<Tracking?> {
        promised()
    }
}

extension Depot: AutoRegistering {
    func autoRegister() {
        tracking.register { WebTracking() }
    }
}
