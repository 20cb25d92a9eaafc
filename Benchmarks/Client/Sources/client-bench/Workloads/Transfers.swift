// A root with two children that share one object.

import Armory
import Services

extension Workload {
    static let transfers = [transferByHand, graphScope]

    private static let transferByHand = Workload("baseline-graph-scope", "four initializers") {
        { for _ in 0..<$0 { keep(makeTransfer()) } }
    }

    private static let graphScope = Workload("graph-scope", "two children with one graph object") {
        let container = try Container {
            Graph((any AuditTrail).self) { TransferTrail() }
            Transient((any Debit).self) { AccountDebit(trail: try $0.resolve()) }
            Transient((any Credit).self) { AccountCredit(trail: try $0.resolve()) }
            Transient((any Transfer).self) { AccountTransfer(debit: try $0.resolve(), credit: try $0.resolve()) }
        }
        let (one, other) = (try resolveTransfer(container), try resolveTransfer(container))
        try expect(areSame(one.debit.trail, one.credit.trail), "one trail in a graph")
        try expect(!areSame(one.debit.trail, other.debit.trail), "a trail for each graph")
        return { for _ in 0..<$0 { keep(try resolveTransfer(container)) } }
    }
}

@inline(never)
private func resolveTransfer(_ container: Container) throws -> any Transfer {
    try container.resolve((any Transfer).self)
}

@inline(never)
private func makeTransfer() -> any Transfer {
    let trail = TransferTrail()
    return AccountTransfer(debit: AccountDebit(trail: trail), credit: AccountCredit(trail: trail))
}
