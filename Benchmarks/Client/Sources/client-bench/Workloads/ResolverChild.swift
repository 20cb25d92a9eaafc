// Resolver's API on this engine: a resolver searches its child for services that it does not register itself.

import ArmoryResolver
import Services

extension Workload {
    static let resolverChild = Workload("compat-resolver-child", "a cached service of the resolver's child") {
        let child = Resolver.application()
        let resolver = Resolver(child: child)
        try expect(areSame(resolveInherited(resolver), child.resolve((any Database).self)), "the child's instance")
        return { for _ in 0..<$0 { keep(resolveInherited(resolver)) } }
    }

    static let resolverChildWith3 = Workload(
        "compat-resolver-child-with-3", "a new resolver with a child: three services registered, resolved"
    ) {
        let child = Resolver.application()
        try expect(serve(child) == 7, "the service of the new resolver")
        return { for _ in 0..<$0 { keep(serve(child)) } }
    }
}

@inline(never)
private func resolveInherited(_ resolver: Resolver) -> any Database {
    resolver.resolve()
}

@inline(never)
private func serve(_ child: Resolver) -> Int {
    let request = Resolver(child: child)
    request.register { DatabaseWork() as any UnitOfWork }
    request.register { MemoryLog() as any RequestLog }
    request.register { Guest() as any Visitor }
    let work: any UnitOfWork = request.resolve()
    let log: any RequestLog = request.resolve()
    let visitor: any Visitor = request.resolve()
    return work.changes + log.lines + visitor.number
}
