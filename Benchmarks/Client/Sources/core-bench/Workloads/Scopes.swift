// Opening a scope, making three instances in it and closing it; compared with three lazy properties of a new object.

import ArmoryCore
import CoreRegistering
import Services

extension Workload {
    static let scopes = [
        Workload("baseline-scope") { { for _ in 0..<$0 { serveByHand() } } },
        Workload("core-scope") {
            let container = try application()
            try container.withScope(.request) { request in
                let first = try request.resolve((any Visitor).self)
                try expect(areSame(try request.resolve((any Visitor).self), first), "one instance in a scope")
            }
            return { for _ in 0..<$0 { try serve(container) } }
        },
        Workload("core-scope-hit") {
            let container = try application()
            let scope = try container.openScope(.request)
            try expect(areSame(try resolveDatabase(scope), try resolveDatabase(container)), "the container's instance")
            return { for _ in 0..<$0 { keep(try resolveDatabase(scope)) } }
        },
        Workload("core-scoped-hit") {
            let scope = try application().openScope(.request)
            try expect(areSame(try resolveVisitor(scope), try resolveVisitor(scope)), "the scope's instance")
            return { for _ in 0..<$0 { keep(try resolveVisitor(scope)) } }
        },
    ]

    private static func application() throws -> Container {
        try Container(
            Plan {
                $0.singleton((any Database).self) { _ in MemoryDatabase() }
                $0.scoped((any UnitOfWork).self) { _ in DatabaseWork() }
                $0.scoped((any RequestLog).self) { _ in MemoryLog() }
                $0.scoped((any Visitor).self) { _ in Guest() }
            })
    }
}

/// The request by hand.
private final class Request {
    lazy var work: any UnitOfWork = DatabaseWork()
    lazy var log: any RequestLog = MemoryLog()
    lazy var visitor: any Visitor = Guest()
}

@inline(never)
private func serve(_ application: Container) throws {
    try application.withScope(.request) { request in
        keep(try request.resolve((any UnitOfWork).self))
        keep(try request.resolve((any RequestLog).self))
        keep(try request.resolve((any Visitor).self))
    }
}

@inline(never)
private func serveByHand() {
    let request = Request()
    keep(request.work)
    keep(request.log)
    keep(request.visitor)
}

@inline(never)
private func resolveDatabase(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self)
}

@inline(never)
private func resolveVisitor(_ container: Container) throws -> any Visitor { try container.resolve((any Visitor).self) }
