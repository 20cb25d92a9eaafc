// A small class that is created at each resolve, compared with its initializer.

import Armory

final class Small {
    let first = 1
    let second = 2
}

extension Workload {
    static let transient = Workload("transient", "a small class", against: "baseline-init") {
        let container = try Container { Transient { Small() } }
        return { for _ in 0..<$0 { keep(object: try resolveSmall(container)) } }
    }

    static let initializer = Workload("baseline-init", "the initializer of a small class") {
        { for _ in 0..<$0 { keep(object: makeSmall()) } }
    }
}

@inline(never)
private func resolveSmall(_ container: Container) throws(ResolutionError) -> Small {
    try container.resolve()
}

@inline(never)
private func makeSmall() -> Small {
    Small()
}
