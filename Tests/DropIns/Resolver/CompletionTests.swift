import ArmoryResolver
import ArmoryTestSupport
import Foundation
import XCTest

private final class Page {
    let life = Counted()
    var log: Log?
    var title = ""
}

private final class Log {
    let life = Counted()
    let page: Page
    init(_ page: Page) { self.page = page }
}

private struct Stage: @unchecked Sendable {  // The resolver is safe by itself.
    let resolver = Resolver()
    let scope: ResolverScope
    let isOver = Latch()
    let seen = Locked<String?>(nil)
}

/// What is kept and holds an object that is still being completed.
final class CompletionTests: ResolverTestCase {
    func testC1_NobodyHasAKeptServiceWhoseGraphIsNotComplete() {
        let label = "Resolver, a kept service of an unfinished graph, 2 threads"
        let rounds = StressScale.scaled(40)
        var misses = 0
        for round in 0..<rounds {
            let scopes: [ResolverScope] = [.application, .cached, .container, ResolverScopeCache(), .shared]
            let stage = Stage(scope: scopes[round % scopes.count])
            register(stage)
            let page = stage.resolver.resolve(Page.self)
            stage.isOver.wait()
            if stage.seen.withLock({ $0 }) != "complete" { misses += 1 }
            if page.log?.page !== page { misses += 1 }
            page.log = nil
        }
        XCTAssertEqual(misses, 0)
        var stated = Stated(label)
        stated.add(rounds, "resolvers")
        stated.state(misses: misses)
    }

    private func register(_ stage: Stage) {
        // Holds no resolver, which holds it.
        let (seen, isOver) = (stage.seen, stage.isOver)
        stage.resolver.register { Page() }.resolveProperties { resolver, page in
            page.log = resolver.optional()
            let isAsking = Latch()
            Thread {
                isAsking.open()
                let title = resolver.resolve(Log.self).page.title
                seen.withLock { $0 = title }
                isOver.open()
            }.start()
            isAsking.wait()
            for _ in 0..<200 { sched_yield() }
            usleep(2_000)
            page.title = "complete"
        }
        stage.resolver.register { Log($0.resolve()) }.scope(stage.scope)
    }
}
