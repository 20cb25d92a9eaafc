// A root with two children that share one object.

import Armory

final class Context {
    let number = 1
}

final class Debit {
    let context: Context
    init(context: Context) { self.context = context }
}

final class Credit {
    let context: Context
    init(context: Context) { self.context = context }
}

final class Transfer {
    let debit: Debit
    let credit: Credit

    init(debit: Debit, credit: Credit) {
        self.debit = debit
        self.credit = credit
    }
}

extension Workload {
    static let graphShared = Workload(
        "graph-shared", "two children with one graph object", against: "baseline-graph-shared"
    ) {
        let container = try Container {
            Graph { Context() }
            Transient { Debit(context: try $0.resolve()) }
            Transient { Credit(context: try $0.resolve()) }
            Transient { Transfer(debit: try $0.resolve(), credit: try $0.resolve()) }
        }
        return { for _ in 0..<$0 { keep(object: try resolveTransfer(container)) } }
    }

    static let graphSharedByHand = Workload(
        "baseline-graph-shared", "a root, two children, one object for both"
    ) {
        { for _ in 0..<$0 { keep(object: makeTransfer()) } }
    }
}

@inline(never)
private func resolveTransfer(_ container: Container) throws(ResolutionError) -> Transfer {
    try container.resolve()
}

@inline(never)
private func makeTransfer() -> Transfer {
    let context = Context()
    return Transfer(debit: Debit(context: context), credit: Credit(context: context))
}
