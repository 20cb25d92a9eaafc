/// The cities of one tour, which loader and driver share.
package final class RouteSheet {
    fileprivate var cities: [String] = []

    package init() {}
}

/// Loads the parcels on the shelf, and notes their cities.
package final class Loader {
    private let sheet: RouteSheet
    private let shelf: Shelf

    package init(sheet: RouteSheet, shelf: Shelf) {
        self.sheet = sheet
        self.shelf = shelf
    }

    fileprivate func load() { sheet.cities = shelf.takeAll().map(\.city) }
}

/// Drives to the cities on the sheet.
package final class Driver {
    private let sheet: RouteSheet
    private let van: Van

    package init(sheet: RouteSheet, van: Van) {
        self.sheet = sheet
        self.van = van
    }

    fileprivate func drive() -> String {
        van.drive(60 * sheet.cities.count)
        return sheet.cities.joined(separator: ", ")
    }
}

/// One tour through the country.
package final class Tour {
    private let loader: Loader
    private let driver: Driver

    package init(loader: Loader, driver: Driver) {
        self.loader = loader
        self.driver = driver
    }

    package func run() -> String {
        loader.load()
        return "Tour to \(driver.drive())"
    }
}
