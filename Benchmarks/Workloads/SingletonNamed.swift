// An existing singleton that is resolved by name; the name is declared once.

import Armory

extension RegistrationName {
    fileprivate static let primary: RegistrationName = "primary"
}

extension Workload {
    static let named = Workload("named", "a ready singleton by a name", against: "singleton") {
        let container = try Container {
            Singleton((any Repository).self) { MemoryRepository() }.named(.primary)
        }
        return { for _ in 0..<$0 { keep(repository: try resolveNamed(container)) } }
    }
}

@inline(never)
private func resolveNamed(_ container: Container) throws(ResolutionError) -> any Repository {
    try container.resolve(named: .primary)
}
