// An optional without a registration: a failed lookup.

import Armory

final class Missing {}

extension Workload {
    static let optionalMissing = Workload("optional-missing", "an optional that nobody registered") {
        let container = try Container { Singleton { Clockwork() } }
        return { for _ in 0..<$0 { keep(try resolveMissing(container) == nil ? 0 : 1) } }
    }
}

@inline(never)
private func resolveMissing(_ container: Container) throws(ResolutionError) -> Missing? {
    try container.resolve()
}
