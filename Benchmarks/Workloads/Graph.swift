// Seven objects: a root, a chain of five below it, and a singleton at the end.

import Armory

final class Level5 {
    let repository: any Repository
    init(repository: any Repository) { self.repository = repository }
}

final class Level4 {
    let next: Level5
    init(next: Level5) { self.next = next }
}

final class Level3 {
    let next: Level4
    init(next: Level4) { self.next = next }
}

final class Level2 {
    let next: Level3
    init(next: Level3) { self.next = next }
}

final class Level1 {
    let next: Level2
    init(next: Level2) { self.next = next }
}

final class Root {
    let next: Level1
    init(next: Level1) { self.next = next }
}

extension Workload {
    static let graph = Workload(
        "graph", "seven objects, one of them a singleton", against: "baseline-graph"
    ) {
        let container = try Container {
            Singleton((any Repository).self) { MemoryRepository() }
            Transient { Level5(repository: try $0.resolve()) }
            Transient { Level4(next: try $0.resolve()) }
            Transient { Level3(next: try $0.resolve()) }
            Transient { Level2(next: try $0.resolve()) }
            Transient { Level1(next: try $0.resolve()) }
            Transient { Root(next: try $0.resolve()) }
        }
        return { for _ in 0..<$0 { keep(object: try resolveRoot(container)) } }
    }

    static let graphByHand = Workload("baseline-graph", "six initializers and a static let") {
        { for _ in 0..<$0 { keep(object: makeRoot()) } }
    }
}

@inline(never)
private func resolveRoot(_ container: Container) throws(ResolutionError) -> Root {
    try container.resolve()
}

@inline(never)
private func makeRoot() -> Root {
    let level5 = Level5(repository: Statics.repository)
    return Root(next: Level1(next: Level2(next: Level3(next: Level4(next: level5)))))
}
