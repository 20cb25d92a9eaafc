import Armory
import Parcels

/// The tours, which empty the shelf.
let tours = Module("tours") {
    Graph(RouteSheet.init)
    Transient(Loader.init)
    Transient(Driver.init)
    Transient(Tour.init)
}
