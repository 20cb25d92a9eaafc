// An object that is created from one run-time argument, compared with its initializer.

import Armory

final class Report {
    let customer: Int

    init(customer: Int) {
        self.customer = customer
    }
}

extension Workload {
    static let argument = Workload(
        "argument", "a class with one run-time argument", against: "baseline-argument"
    ) {
        let container = try Container {
            Transient(arguments: Int.self) { _, customer in Report(customer: customer) }
        }
        return { for customer in 0..<$0 { keep(object: try resolveReport(container, customer)) } }
    }

    static let initializerWithArgument = Workload("baseline-argument", "an initializer with one argument") {
        { for customer in 0..<$0 { keep(object: makeReport(customer)) } }
    }
}

@inline(never)
private func resolveReport(_ container: Container, _ customer: Int) throws(ResolutionError) -> Report {
    try container.resolve(arguments: customer)
}

@inline(never)
private func makeReport(_ customer: Int) -> Report {
    Report(customer: customer)
}
