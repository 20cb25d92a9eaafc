import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// What outlives a scope holds an instance of the scope, or a scope is never open where it is needed.
    static let scopes = [
        CheckedGraph(broken: "captive-singleton") {
            Scoped(UnitOfWork.init)
            // error: captive
            Singleton(Worker.init)
        },
        CheckedGraph(broken: "captive-shared") {
            Scoped(UnitOfWork.init)
            // error: captive
            Shared(Worker.init)
        },
        CheckedGraph(broken: "captive-kept") {
            Scoped(UnitOfWork.init)
            // error: captive
            Kept(Worker.init)
        },
        CheckedGraph(broken: "captive-seed") {
            Seeded(User.self)
            // error: captive
            Singleton(Basket.init)
        },
        CheckedGraph(broken: "captive-through-a-transient") {
            Scoped(UnitOfWork.init)
            Transient(Worker.init)
            // error: captive
            Singleton(Foreman.init)
        },
        CheckedGraph(broken: "captive-through-an-optional") {
            Scoped(UnitOfWork.init)
            // error: captive
            Singleton(MaybeWorker.init)
        },
        CheckedGraph(broken: "captive-through-a-list") {
            Singleton((any Sink).self, ConsoleSink.init).contributed()
            Scoped((any Sink).self, ConsoleSink.init).contributed()
            // error: captive
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "captive-through-a-further-type") {
            Scoped(Books.init).as { $0 as any Auditing }
            // error: captive
            Singleton(Archive.init)
        },
        CheckedGraph(broken: "captive-through-a-decorator") {
            // error: captive
            Singleton((any Orders).self, MemoryOrders.init)
            Decorator((any Orders).self, LoggingOrders.init)
            Scoped(Log.init)
        },
        CheckedGraph(broken: "captive-declared") {
            Scoped(UnitOfWork.init)
            // error: captive
            Singleton { Worker(work: try $0()) }.dependsOn(UnitOfWork.self)
        },
        CheckedGraph(broken: "captive-injected") {
            Scoped(UnitOfWork.init)
            // error: captive
            Singleton(Clock.init).inject(dependsOn: [UnitOfWork.self]) { _, _ in }
        },
        CheckedGraph(broken: "captive-async") {
            Scoped(UnitOfWork.init)
            // error: captive
            Singleton { (work: UnitOfWork) async in Worker(work: work) }.eager()
        },
        CheckedGraph(broken: "captive-lazy") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope
            Singleton(LazyWorker.init)
        },
    ]

    /// Several scopes, and scopes inside of scopes.
    static let nested = [
        CheckedGraph(broken: "scopes-unrelated") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope
            Scoped(Worker.init).in(.job)
        },
        CheckedGraph(broken: "scopes-meet-in-a-transient") {
            Scoped(UnitOfWork.init).in(.job)
            Scoped(Log.init)
            // error: unreachableScope
            Transient(Both.init)
        },
        CheckedGraph(broken: "captive-of-an-inner-scope") {
            Scoped(UnitOfWork.init).in(.visit)
            // error: captive
            Scoped(Worker.init).in(.session)
        },
        CheckedGraph(broken: "captive-of-an-outer-scope") {
            Scoped(UnitOfWork.init).in(.session)
            Scoped(Worker.init).in(.visit)
            // error: captive
            // error: captive
            Singleton { (work: UnitOfWork, worker: Worker) in Foreman(worker: worker) }
        },
        CheckedGraph(broken: "scope-needs-a-request") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope
            Scoped(Worker.init).in(.session)
        },
        CheckedGraph(broken: "seed-of-another-scope") {
            Seeded(User.self).in(.job)
            // error: unreachableScope
            Scoped(Basket.init)
        },
        CheckedGraph(broken: "captive-owned") {
            Scoped(UnitOfWork.init).in(.owned)
            // error: captive
            Singleton(Worker.init)
        },
    ]

    /// A factory awaits, and its instance is needed without awaiting.
    static let asynchronous = [
        CheckedGraph(broken: "async-needed") {
            Singleton(Pool.init)
            // error: asynchronous
            Transient(Session.init)
        },
        CheckedGraph(broken: "async-transient") {
            Transient(Pool.init)
            // error: asynchronous
            Singleton(Session.init)
        },
        CheckedGraph(broken: "async-declared") {
            Singleton(Pool.init)
            // error: asynchronous
            Singleton { Session(pool: try $0()) }.dependsOn(Pool.self)
        },
        CheckedGraph(broken: "async-further-type") {
            Singleton { () async in Books() }.as { $0 as any Auditing }
            // error: asynchronous
            Singleton(Archive.init)
        },
        CheckedGraph(broken: "async-in-a-list") {
            Singleton((any Sink).self) { () async in ConsoleSink() }.contributed()
            // error: asynchronous
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "async-eager-and-scoped") {
            Scoped(Pool.init)
            // error: asynchronous
            Scoped(Session.init)
        },
        CheckedGraph(broken: "async-intercepted") {
            // error: asynchronous
            Singleton(Pool.init)
            Intercepted(by: Watched())
        },
    ]
}

private struct Watched: Interceptor {
    func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T { try proceed() }
}

private final class Worker: Sendable {
    init(work: UnitOfWork) {}
}

private final class Foreman: Sendable {
    init(worker: Worker) {}
}

private final class MaybeWorker: Sendable {
    init(work: UnitOfWork?) {}
}

private final class LazyWorker: Sendable {
    init(work: Lazy<UnitOfWork>) {}
}

private final class Both: Sendable {
    init(work: UnitOfWork, log: Log) {}
}
