// Prints the program's container: swift run --traits Graph orders-graph tree

#if Graph
import Armory
import ArmoryCommand
import Foundation
import OrdersCore

@main struct OrdersGraph: ContainerCommand {
    static func container() throws -> Container {
        // No factory runs, so no file is read.
        try Wiring.container(for: Options(["--verbose"], data: URL(filePath: "Data")))
    }
}
#else
@main struct OrdersGraph {
    static func main() { print("orders-graph: build it with --traits Graph") }
}
#endif
