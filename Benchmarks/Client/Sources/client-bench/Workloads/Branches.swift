// A graph in which each instance retains one singleton: on several threads, its reference count is the limit.

import Armory
import Services

extension Workload {
    static let branches = [branchByHand, branch]

    private static let branchByHand = Workload("baseline-graph-hot", "three initializers with one static let") {
        { for _ in 0..<$0 { keep(makeBranch()) } }
    }

    private static let branch = Workload("graph-hot", "three new objects, each with one singleton") {
        let container = try Container {
            Singleton((any Database).self) { MemoryDatabase() }
            Transient((any Counter).self) { CashCounter(database: try $0.resolve()) }
            Transient((any Branch).self) {
                TownBranch(database: try $0.resolve(), left: try $0.resolve(), right: try $0.resolve())
            }
        }
        let branch = try resolveBranch(container)
        try expect(!areSame(branch.left, branch.right), "two counters")
        try expect(areSame(branch.left.database, branch.database), "one singleton")
        return { for _ in 0..<$0 { keep(try resolveBranch(container)) } }
    }
}

@inline(never)
private func resolveBranch(_ container: Container) throws -> any Branch {
    try container.resolve((any Branch).self)
}

@inline(never)
private func makeBranch() -> any Branch {
    TownBranch(
        database: Statics.database, left: CashCounter(database: Statics.database),
        right: CashCounter(database: Statics.database))
}
