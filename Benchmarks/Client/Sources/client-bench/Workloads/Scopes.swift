// Opening a scope, creating three instances in it and closing it; compared with three lazy properties of a new object.

import Armory
import Services

extension Workload {
    static let scopes = [scopeByHand, scope]

    private static let scopeByHand = Workload("baseline-scope", "three lazy properties of a new object") {
        { for _ in 0..<$0 { serveByHand() } }
    }

    private static let scope = Workload("scope", "a scope opened, three scoped instances, closed") {
        let application = try Container {
            Scoped((any UnitOfWork).self) { DatabaseWork() }
            Scoped((any RequestLog).self) { MemoryLog() }
            Scoped((any Visitor).self) { Guest() }
        }
        let first = try application.withScope(.request) { request in
            let first = try request.resolve((any Visitor).self)
            try expect(areSame(try request.resolve((any Visitor).self), first), "one instance in a scope")
            return first
        }
        let second = try application.withScope(.request) { try $0.resolve((any Visitor).self) }
        try expect(!areSame(first, second), "an instance for each scope")
        return { for _ in 0..<$0 { try serve(application) } }
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
