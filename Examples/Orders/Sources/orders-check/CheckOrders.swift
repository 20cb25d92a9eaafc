// Checks the program's graph without reading any file: swift package check-graph

import Armory
import ArmoryCheck
import Foundation
import OrdersCore

@main struct CheckOrders: GraphCheck {
    static var graphs: [CheckedGraph] {
        for arguments in [[], ["--verbose"]] {
            CheckedGraph(arguments.first ?? "without options") {
                Wiring.program(try Options(arguments, data: URL(filePath: "Data")))
            }
            .entry((any WallClock).self)
            .entry(Report.self)
        }
    }
}
