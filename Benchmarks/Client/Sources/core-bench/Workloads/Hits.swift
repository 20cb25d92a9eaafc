// Existing instances, compared with a static let.

import ArmoryCore
import CoreRegistering
import Services

extension Name {
    fileprivate static let primary: Name = "primary"
}

extension Workload {
    static let hits = [
        Workload("baseline-static-let") { { for _ in 0..<$0 { keep(readStaticLet()) } } },
        Workload("core-singleton") {
            let container = try application()
            try expect(areSame(try resolveSingleton(container), try resolveSingleton(container)), "one instance")
            return { for _ in 0..<$0 { keep(try resolveSingleton(container)) } }
        },
        Workload("core-singleton-with") {
            let container = try application()
            try expect(try container.with((any Database).self) { $0.tables } == 3, "the singleton's result")
            return { for _ in 0..<$0 { try useSingleton(container) } }
        },
        Workload("core-named") {
            let container = try application()
            try expect(!areSame(try resolveNamed(container), try resolveSingleton(container)), "two registrations")
            return { for _ in 0..<$0 { keep(try resolveNamed(container)) } }
        },
        Workload("core-named-literal") {
            let container = try application()
            try expect(areSame(try resolveLiteral(container), try resolveNamed(container)), "the named instance")
            return { for _ in 0..<$0 { keep(try resolveLiteral(container)) } }
        },
        Workload("core-child-hit") {
            let parent = try application()
            let child = try Container(
                Plan { $0.singleton((any Session).self) { _ in WebSession() } }, parents: [parent])
            try expect(areSame(try resolveSingleton(child), try resolveSingleton(parent)), "the parent's instance")
            return { for _ in 0..<$0 { keep(try resolveSingleton(child)) } }
        },
    ]

    private static func application() throws -> Container {
        try Container(
            Plan {
                $0.singleton((any Database).self) { _ in MemoryDatabase() }
                $0.singleton((any Database).self, named: .primary) { _ in MemoryDatabase() }
                $0.singleton((any Database).self, named: "replica") { _ in MemoryDatabase() }
            })
    }
}

@inline(never)
private func readStaticLet() -> any Database { Statics.database }

@inline(never)
private func resolveSingleton(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self)
}

@inline(never)
private func useSingleton(_ container: Container) throws {
    try container.with((any Database).self) { keep($0) }
}

@inline(never)
private func resolveNamed(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self, named: .primary)
}

@inline(never)
private func resolveLiteral(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self, named: "primary")
}
