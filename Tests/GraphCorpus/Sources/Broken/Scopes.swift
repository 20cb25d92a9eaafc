import Armory
import ArmoryCheck
import Shop

extension Broken {
    /// What outlives a scope holds an instance of the scope, or a scope is never open where it is needed.
    static let scopes = [
        CheckedGraph(broken: "captive-singleton") {
            Scoped(UnitOfWork.init)
            // error: captive: Worker is a Singleton and holds UnitOfWork, which lives in the scope "request".
            Singleton(Worker.init)
        },
        CheckedGraph(broken: "captive-shared") {
            Scoped(UnitOfWork.init)
            // error: captive: Worker is Shared and holds UnitOfWork, which lives in the scope "request".
            Shared(Worker.init)
        },
        CheckedGraph(broken: "captive-kept") {
            Scoped(UnitOfWork.init)
            // error: captive: Worker is Kept and holds UnitOfWork, which lives in the scope "request".
            Kept(Worker.init)
        },
        CheckedGraph(broken: "captive-seed") {
            Seeded(User.self)
            // error: captive: Basket is a Singleton and holds User, which lives in the scope "request".
            Singleton(Basket.init)
        },
        CheckedGraph(broken: "captive-through-a-transient") {
            Scoped(UnitOfWork.init)
            Transient(Worker.init)
            // error: captive: Foreman is a Singleton and holds UnitOfWork, which lives in the scope "request".
            Singleton(Foreman.init)
        },
        CheckedGraph(broken: "captive-through-an-optional") {
            Scoped(UnitOfWork.init)
            // error: captive: MaybeWorker is a Singleton and holds UnitOfWork, which lives in the scope "request".
            Singleton(MaybeWorker.init)
        },
        CheckedGraph(broken: "captive-through-a-list") {
            Singleton((any Sink).self, ConsoleSink.init).contributed()
            Scoped((any Sink).self, ConsoleSink.init).contributed()
            // error: captive: Sinks is a Singleton and holds any Sink in its list, which lives in the scope "request".
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "captive-through-a-further-type") {
            Scoped(Books.init).as { $0 as any Auditing }
            // error: captive: Archive is a Singleton and holds Books, which lives in the scope "request".
            Singleton(Archive.init)
        },
        CheckedGraph(broken: "captive-through-a-decorator") {
            // error: captive: any Orders is a Singleton and holds Log, which lives in the scope "request".
            Singleton((any Orders).self, MemoryOrders.init)
            Decorator((any Orders).self, LoggingOrders.init)
            Scoped(Log.init)
        },
        CheckedGraph(broken: "captive-declared") {
            Scoped(UnitOfWork.init)
            // error: captive: Worker is a Singleton and holds UnitOfWork, which lives in the scope "request".
            Singleton { Worker(work: try $0()) }.dependsOn(UnitOfWork.self)
        },
        CheckedGraph(broken: "captive-injected") {
            Scoped(UnitOfWork.init)
            // error: captive: Clock is a Singleton and holds UnitOfWork, which lives in the scope "request".
            Singleton(Clock.init).inject(dependsOn: [UnitOfWork.self]) { _, _ in }
        },
        CheckedGraph(broken: "captive-async") {
            Scoped(UnitOfWork.init)
            // error: captive: Worker is a Singleton and holds UnitOfWork, which lives in the scope "request".
            Singleton { (work: UnitOfWork) async in Worker(work: work) }.eager()
        },
        CheckedGraph(broken: "captive-lazy") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope: LazyWorker is a Singleton and later resolves UnitOfWork, which lives in the scope "request": that scope is never open around LazyWorker.
            Singleton(LazyWorker.init)
        },
    ]

    /// Several scopes, and scopes inside of scopes.
    static let nested = [
        CheckedGraph(broken: "scopes-unrelated") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope: Worker lives in the scope "job" and needs UnitOfWork, which lives in the scope "request": neither is inside the other.
            Scoped(Worker.init).in(.job)
        },
        CheckedGraph(broken: "scopes-meet-in-a-transient") {
            Scoped(UnitOfWork.init).in(.job)
            Scoped(Log.init)
            // error: unreachableScope: Both needs UnitOfWork, which lives in the scope "job", and Log, which lives in the scope "request": neither is inside the other.
            Transient(Both.init)
        },
        CheckedGraph(broken: "captive-of-an-inner-scope") {
            Scoped(UnitOfWork.init).in(.visit)
            // error: captive: Worker lives in the scope "session" and holds UnitOfWork, which lives in the scope "visit inside session".
            Scoped(Worker.init).in(.session)
        },
        CheckedGraph(broken: "captive-of-an-outer-scope") {
            Scoped(UnitOfWork.init).in(.session)
            Scoped(Worker.init).in(.visit)
            // error: captive: Foreman is a Singleton and holds UnitOfWork, which lives in the scope "session".
            // error: captive: Foreman is a Singleton and holds Worker, which lives in the scope "visit inside session".
            Singleton { (work: UnitOfWork, worker: Worker) in Foreman(worker: worker) }
        },
        CheckedGraph(broken: "scope-needs-a-request") {
            Scoped(UnitOfWork.init)
            // error: unreachableScope: Worker lives in the scope "session" and needs UnitOfWork, which lives in the scope "request": neither is inside the other.
            Scoped(Worker.init).in(.session)
        },
        CheckedGraph(broken: "seed-of-another-scope") {
            Seeded(User.self).in(.job)
            // error: unreachableScope: Basket lives in the scope "request" and needs User, which lives in the scope "job": neither is inside the other.
            Scoped(Basket.init)
        },
        CheckedGraph(broken: "captive-owned") {
            Scoped(UnitOfWork.init).in(.owned)
            // error: captive: Worker is a Singleton and holds UnitOfWork, which lives in the scope "owned".
            Singleton(Worker.init)
        },
    ]

    /// A factory awaits, and its instance is needed without awaiting.
    static let asynchronous = [
        CheckedGraph(broken: "async-needed") {
            Singleton(Pool.init)
            // error: asynchronous: Session needs Pool without awaiting, but the factory of Pool is async.
            Transient(Session.init)
        },
        CheckedGraph(broken: "async-transient") {
            Transient(Pool.init)
            // error: asynchronous: Session needs Pool without awaiting, but the factory of Pool is async.
            Singleton(Session.init)
        },
        CheckedGraph(broken: "async-declared") {
            Singleton(Pool.init)
            // error: asynchronous: Session needs Pool without awaiting, but the factory of Pool is async.
            Singleton { Session(pool: try $0()) }.dependsOn(Pool.self)
        },
        CheckedGraph(broken: "async-further-type") {
            Singleton { () async in Books() }.as { $0 as any Auditing }
            // error: asynchronous: Archive needs any Auditing without awaiting, but the factory of any Auditing is async.
            Singleton(Archive.init)
        },
        CheckedGraph(broken: "async-in-a-list") {
            Singleton((any Sink).self) { () async in ConsoleSink() }.contributed()
            // error: asynchronous: Sinks needs any Sink in its list without awaiting, but the factory of any Sink in its list is async.
            Singleton(Sinks.init)
        },
        CheckedGraph(broken: "async-eager-and-scoped") {
            Scoped(Pool.init)
            // error: asynchronous: Session needs Pool without awaiting, but the factory of Pool is async.
            Scoped(Session.init)
        },
        CheckedGraph(broken: "async-intercepted") {
            // error: asynchronous: Pool has an async factory, but its interceptor does not await.
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
