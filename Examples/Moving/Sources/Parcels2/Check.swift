import Armory
import ArmoryDiagrams
// This line was `import FactoryKit`.
import ArmoryFactory
import Parcels

/// Prints the graphs of the two containers, after every factory was resolved once.
///
/// A property is in the graph as soon as its container keeps its instance, or another closure is registered for it. So the check uses
/// all of them, in containers that nothing else uses. It ends with a message if a promise is not kept or if factories need each other in
/// a circle.
func printGraph() throws {
    let container = FactoryKit.Container().with {
        _ = $0.printer()
        _ = $0.label(Parcel(number: 1, city: "Oslo", weight: 2))
    }
    let depot = Depot().with {
        _ = $0.scale()
        _ = $0.shiftLog()
        _ = $0.tracking()
        _ = $0.tour()
    }
    for module in [container.module, depot.module] {
        let native = try Armory.Container { module }
        print(try native.graph.tree())
    }
}
