// This line was `import FactoryKit`.
import ArmoryFactory
import Parcels

extension Depot {
    var routeSheet: Factory<RouteSheet> {
        self { RouteSheet() }.graph
    }

    var loader: Factory<Loader> {
        self { Loader(sheet: self.routeSheet(), shelf: self.shelf()) }
    }

    var driver: Factory<Driver> {
        self { Driver(sheet: self.routeSheet(), van: self.van()) }
    }

    var tour: Factory<Tour> {
        self { Tour(loader: self.loader(), driver: self.driver()) }
    }
}
