// An existing singleton, compared with a static let.

import Armory
import Services

extension RegistrationName {
    fileprivate static let primary: RegistrationName = "primary"
    fileprivate static let replica: RegistrationName = "replica"
}

extension Workload {
    static let singletons = [staticLet, staticLetInPlace, singleton, singletonLent, singletonWith, named, namedLiteral]

    private static let staticLet = Workload("baseline-static-let", "a static let") {
        { for _ in 0..<$0 { keep(readStaticLet()) } }
    }

    private static let staticLetInPlace = Workload("baseline-static-let-in-place", "a call of a static let's method") {
        { for _ in 0..<$0 { keep(useStaticLet()) } }
    }

    private static let singleton = Workload("singleton", "an existing singleton") {
        let container = try program()
        try expect(try resolveSingleton(container) is MemoryDatabase, "the registered class")
        try expect(areSame(try resolveSingleton(container), try resolveSingleton(container)), "one instance")
        return { for _ in 0..<$0 { keep(try resolveSingleton(container)) } }
    }

    private static let singletonLent = Workload("singleton-lent", "the same, lent to a closure") {
        let container = try program()
        try expect(try container.with((any Database).self) { $0 is MemoryDatabase }, "the registered class")
        return { for _ in 0..<$0 { try lendSingleton(container) } }
    }

    private static let singletonWith = Workload("singleton-with", "a call of a lent singleton's method") {
        let container = try program()
        try expect(try useSingleton(container) == 3, "the singleton's result")
        return { for _ in 0..<$0 { keep(try useSingleton(container)) } }
    }

    private static let named = Workload("named", "an existing singleton with a name that is declared once") {
        let container = try program()
        try expect(areSame(try resolveNamed(container), try resolveNamed(container)), "one instance")
        try expect(!areSame(try resolveNamed(container), try resolveSingleton(container)), "two registrations")
        return { for _ in 0..<$0 { keep(try resolveNamed(container)) } }
    }

    private static let namedLiteral = Workload("named-literal", "the same with a literal at the call") {
        let container = try program()
        try expect(areSame(try resolveLiteral(container), try resolveNamed(container)), "the named instance")
        return { for _ in 0..<$0 { keep(try resolveLiteral(container)) } }
    }

    private static func program() throws(ResolutionError) -> Container {
        let storage = Module("storage") {
            Singleton((any Database).self) { MemoryDatabase() }
            Singleton((any Database).self) { MemoryDatabase() }.named(.primary)
            Singleton((any Database).self) { MemoryDatabase() }.named(.replica)
        }
        return try Container { storage }
    }
}

@inline(never)
private func readStaticLet() -> any Database {
    Statics.database
}

@inline(never)
private func useStaticLet() -> Int {
    Statics.database.tables
}

@inline(never)
private func resolveSingleton(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self)
}

@inline(never)
private func lendSingleton(_ container: Container) throws {
    try container.with((any Database).self) { keep($0) }
}

@inline(never)
private func useSingleton(_ container: Container) throws -> Int {
    try container.with((any Database).self) { $0.tables }
}

@inline(never)
private func resolveNamed(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self, named: .primary)
}

@inline(never)
private func resolveLiteral(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self, named: "primary")
}
