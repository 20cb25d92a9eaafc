import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// What outlives a scope holds an instance of the scope, or a scope is never open where it is needed.
    static let scopes = [
        CheckedGraph(broken: "captive-singleton") {
            Scoped(UnitOfWork.init)
            // error: captive: UnitOfWork Worker
            Singleton(Worker.init)
        },
        CheckedGraph(broken: "captive-shared") {
            Scoped(UnitOfWork.init)
            // error: captive: UnitOfWork Worker
            Shared(Worker.init)
        },
        CheckedGraph(broken: "captive-kept") {
            Scoped(UnitOfWork.init)
            // error: captive: UnitOfWork Worker
            Kept(Worker.init)
        },
        CheckedGraph(broken: "captive-seed") {
            Seeded(User.self)
            // error: captive: Basket User
            Singleton(Basket.init)
        },
        CheckedGraph(broken: "captive-through-a-transient") {
            Scoped(UnitOfWork.init)
            Transient(Worker.init)
            // error: captive: Foreman UnitOfWork
            Singleton(Foreman.init)
        },
        CheckedGraph(broken: "captive-through-an-optional") {
            Scoped(UnitOfWork.init)
            // error: captive: MaybeWorker UnitOfWork
            Singleton(MaybeWorker.init)
        },
        CheckedGraph(broken: "captive-through-a-list") {
            Singleton((any Sink).self, ConsoleSink.init).contributed()
            Scoped((any Sink).self, ConsoleSink.init).contributed()
            // error: captive: Sink Sinks
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "captive-through-a-further-type") {
            Scoped(Books.init).as { $0 as any Auditing }
            // error: captive: Archive Books
            Singleton(Archive.init)
        },
        CheckedGraph(broken: "captive-through-a-decorator") {
            // error: captive: Log Orders
            Singleton((any Orders).self, MemoryOrders.init)
            Decorator((any Orders).self, LoggingOrders.init)
            Scoped(Log.init)
        },
        CheckedGraph(broken: "captive-declared") {
            Scoped(UnitOfWork.init)
            // error: captive: UnitOfWork Worker
            Singleton { Worker(work: try $0.resolve()) }.dependsOn(UnitOfWork.self)
        },
        CheckedGraph(broken: "captive-injected") {
            Scoped(UnitOfWork.init)
            // error: captive: Clock UnitOfWork
            Singleton(Clock.init).inject(dependsOn: UnitOfWork.self) { _, _ in }
        },
        CheckedGraph(broken: "captive-async") {
            Scoped(UnitOfWork.init)
            // error: captive: UnitOfWork Worker
            Singleton { (work: UnitOfWork) async in Worker(work: work) }.eager()
        },
        CheckedGraph(broken: "captive-lazy") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope: LazyWorker UnitOfWork
            Singleton(LazyWorker.init)
        },
    ]

    /// Several scopes, and scopes inside of scopes.
    static let nested = [
        CheckedGraph(broken: "scopes-unrelated") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope: UnitOfWork Worker
            Scoped(Worker.init).in(.job)
        },
        CheckedGraph(broken: "scopes-meet-in-a-transient") {
            Scoped(UnitOfWork.init).in(.job)
            Scoped(Log.init)
            // error: unreachableScope: Both Log UnitOfWork
            Transient(Both.init)
        },
        CheckedGraph(broken: "captive-of-an-inner-scope") {
            Scoped(UnitOfWork.init).in(.visit)
            // error: captive: UnitOfWork Worker
            Scoped(Worker.init).in(.session)
        },
        CheckedGraph(broken: "captive-of-an-outer-scope") {
            Scoped(UnitOfWork.init).in(.session)
            Scoped(Worker.init).in(.visit)
            // error: captive: Foreman UnitOfWork
            // error: captive: Foreman Worker
            Singleton { (work: UnitOfWork, worker: Worker) in Foreman(worker: worker) }
        },
        CheckedGraph(broken: "scope-needs-a-request") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope: UnitOfWork Worker
            Scoped(Worker.init).in(.session)
        },
        CheckedGraph(broken: "seed-of-another-scope") {
            Seeded(User.self).in(.job)
            // error: unreachableScope: Basket User
            Scoped(Basket.init)
        },
        CheckedGraph(broken: "captive-owned") {
            Scoped(UnitOfWork.init).in(.owned)
            // error: captive: UnitOfWork Worker
            Singleton(Worker.init)
        },
    ]

    /// A factory awaits, and its instance is needed without awaiting.
    static let asynchronous = [
        CheckedGraph(broken: "async-needed") {
            Singleton(Pool.init)
            // error: asynchronous: Pool Session
            Transient(Session.init)
        },
        CheckedGraph(broken: "async-transient") {
            Transient(Pool.init)
            // error: asynchronous: Pool Session
            Singleton(Session.init)
        },
        CheckedGraph(broken: "async-declared") {
            Singleton(Pool.init)
            // error: asynchronous: Pool Session
            Singleton { Session(pool: try $0.resolve()) }.dependsOn(Pool.self)
        },
        CheckedGraph(broken: "async-further-type") {
            Singleton { () async in Books() }.as { $0 as any Auditing }
            // error: asynchronous: Archive Auditing
            Singleton(Archive.init)
        },
        CheckedGraph(broken: "async-in-a-list") {
            Singleton((any Sink).self) { () async in ConsoleSink() }.contributed()
            // error: asynchronous: Sink Sinks
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "async-eager-and-scoped") {
            Scoped(Pool.init)
            // error: asynchronous: Pool Session
            Scoped(Session.init)
        },
        CheckedGraph(broken: "async-intercepted") {
            // error: asynchronous: Pool
            Singleton(Pool.init)
            Intercepted(Pool.self, by: Watched())
        },
    ]
}

private struct Watched: Interceptor {
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
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
