// An object that is created from one run-time argument.

import Armory
import Services

extension Workload {
    static let arguments = [argumentByHand, argument]

    private static let argumentByHand = Workload("baseline-argument", "an initializer with an argument") {
        { for customer in 0..<$0 { keep(makeReport(customer)) } }
    }

    private static let argument = Workload("argument", "a new object with a run-time argument") {
        let container = try Container {
            Transient((any Report).self, arguments: Int.self) { _, customer in OrderReport(customer: customer) }
        }
        try expect(try resolveReport(container, 7).customer == 7, "the argument")
        return { for customer in 0..<$0 { keep(try resolveReport(container, customer)) } }
    }
}

@inline(never)
private func resolveReport(_ container: Container, _ customer: Int) throws -> any Report {
    try container.resolve((any Report).self, arguments: customer)
}

@inline(never)
private func makeReport(_ customer: Int) -> any Report {
    OrderReport(customer: customer)
}
