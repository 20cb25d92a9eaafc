// Injection's API on this engine.

import ArmoryInjection
import Services

extension Workload {
    static let injection = [injectionChildWith3]

    private static let injectionChildWith3 = Workload(
        "compat-injection-child-with-3", "a new module with a parent: three services registered and resolved"
    ) {
        let parent = Module { single { MemoryDatabase() as any Database } }
        try expect(serve(parent) == 7, "the service of the new module")
        return { for _ in 0..<$0 { keep(serve(parent)) } }
    }
}

@inline(never)
private func serve(_ parent: Module) -> Int {
    let request = Module(parent: parent) {
        factory { DatabaseWork() as any UnitOfWork }
        factory { MemoryLog() as any RequestLog }
        factory { Guest() as any Visitor }
    }
    let work: any UnitOfWork = request.resolve()
    let log: any RequestLog = request.resolve()
    let visitor: any Visitor = request.resolve()
    return work.changes + log.lines + visitor.number
}
