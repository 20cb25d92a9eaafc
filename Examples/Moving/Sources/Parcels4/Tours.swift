import Armory
import Parcels

/// The tours, and the people who make them.
let tours = Module("tours") {
    Graph(RouteSheet.init)
    Transient(Loader.init)
    Transient(Driver.init)
    Transient(Tour.init)
}
