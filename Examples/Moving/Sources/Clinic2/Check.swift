import Armory
import ArmoryDiagrams
import ArmorySwinject
import Clinic

/// Checks the wiring, and prints its graph: that of the clinic, and that of one visit.
///
/// The graph has the dependencies that `autoregister` and `implements` declare. No factory runs.
func printGraph(of container: Swinject.Container) throws {
    let visit = Visit(patient: Patient(number: 1, name: "Ada"), time: "9:00")
    let child = Swinject.Container(parent: container)
    VisitAssembly(visit: visit).assemble(container: child)

    for module in [container.module, child.module] {
        let native = try Armory.Container { module }
        print(try native.graph.tree())
    }
}
