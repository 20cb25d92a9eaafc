import ArmoryResolver
import ArmoryTestSupport
import XCTest

protocol Fetching: AnyObject {
    var number: Int { get }
}

protocol Updating: AnyObject {}

/// What a value may stand behind as well.
protocol Marked {
    var mark: Int { get }
}

class Session {
    let life = Counted()
    let number: Int
    init(_ number: Int = 0) { self.number = number }
}

final class MockSession: Session {}

final class Combined: Fetching, Updating {
    let life = Counted()
    let session: Session
    var number: Int { session.number }
    init(_ session: Session) { self.session = session }
}

final class Model {
    let life = Counted()
    var fetcher: (any Fetching)?
    var updater: (any Updating)?
    var session: Session!
    init() {}
    init(_ fetcher: any Fetching, _ updater: any Updating) {
        self.fetcher = fetcher
        self.updater = updater
    }
}

/// Two that hold one session each.
final class Two {
    let life = Counted()
    let first: Session
    let second: Session
    init(_ first: Session, _ second: Session) {
        self.first = first
        self.second = second
    }
}

struct Value: Marked {
    let mark: Int
}

final class Object: Marked {
    let life = Counted()
    let mark: Int
    init(_ mark: Int) { self.mark = mark }
}

final class Parent {
    let life = Counted()
    var child: Child?
}

final class Child {
    let life = Counted()
    weak var parent: Parent?
}

extension Resolver.Name {
    static let first = Self("first")
    static let second = Self("second")
}

/// A number that grows, from any thread.
final class Counter: Sendable {
    private let number = Locked(0)
    var value: Int { number.withLock { $0 } }

    @discardableResult
    func next() -> Int {
        number.withLock {
            $0 += 1
            return $0
        }
    }
}

/// A test of the process's resolvers, which begins and ends with new ones.
class ResolverTestCase: LeakCheckedTestCase {
    // A test case is never let go.
    private var resolvers: [Resolver] = []
    var resolver: Resolver { resolvers[0] }
    var other: Resolver { resolvers[1] }

    override func setUp() {
        // What stays with the process is made before anything is counted.
        ServiceRegistration.body.withLock { $0 = nil }
        Resolver.reset()
        let _: Session? = Resolver.optional()
        for scope in [ResolverScope.graph, .unique, .container, .cached, .application, .shared] { scope.reset() }
        super.setUp()
        resolvers = [Resolver(), Resolver()]
    }

    override func tearDown() {
        resolvers = []
        ServiceRegistration.body.withLock { $0 = nil }
        Resolver.decorate = nil
        Resolver.defaultScope = .graph
        Resolver.reset()
        let _: Session? = Resolver.optional()
        super.tearDown()
    }
}
