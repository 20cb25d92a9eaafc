import ArmoryDiagrams
import ArmorySwinject
import Clinic

/// Checks the wiring, and prints its graph: that of the clinic, and that of one visit.
///
/// Both run every factory once, in a copy of the container.
func printGraph(of container: Container) throws {
    let visit = Visit(patient: Patient(number: 1, name: "Ada"), time: "9:00")
    let child = Container(parent: container)
    VisitAssembly(visit: visit).assemble(container: child)

    for container in [container, child] {
        try container.native.dryRun()
        print(try container.native.observedGraph().tree())
    }
}
