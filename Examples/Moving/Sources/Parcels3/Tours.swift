import Armory
import Parcels

/// The tours: the first part with the native API.
///
/// Each depot has a native container of it. Both find the instances of the other: the property `tour` resolves the tour
/// here, and the tours get shelf and van from the depot's factories, by two bridges.
let tours = Module("tours") {
    Transient { Depot.shared.shelf() }
    Transient { Depot.shared.van() }
    Graph(RouteSheet.init)
    Transient(Loader.init)
    Transient(Driver.init)
    Transient(Tour.init)
}
