// Contexts, and the assemblies in them.

import ArmoryEasyDi
import ArmoryTestSupport
import Foundation
import XCTest

private final class Service {
    let life = Counted()
}

private class ServiceAssembly: Assembly, @unchecked Sendable {
    var service: Service { define(scope: .lazySingleton, init: Service()) }
}

private class FeedAssembly: Assembly, @unchecked Sendable {
    lazy var services: ServiceAssembly = self.context.assembly()
    var service: Service { services.service }
}

final class ContextTests: ContextTestCase {
    func testOneContextHasOneAssemblyOfAClass() {
        let assembly = ServiceAssembly.instance(from: context)
        XCTAssert(ServiceAssembly.instance(from: context) === assembly)
        XCTAssert((context.assembly() as ServiceAssembly) === assembly)
        XCTAssert(context.instance(for: ServiceAssembly.self) === assembly)
        XCTAssert(assembly.context === context)
    }

    func testInstanceForAClassThatIsKnownWhenTheProgramRuns() {
        for kind in [ServiceAssembly.self, FeedAssembly.self] as [Assembly.Type] {
            let assembly = context.instance(for: kind)
            XCTAssert(type(of: assembly) == kind)
            XCTAssert(context.instance(for: kind) === assembly)
        }
    }

    func testTwoContextsShareNothing() {
        let (first, second) = (DIContext(), DIContext())
        let (one, other) = (ServiceAssembly.instance(from: first), ServiceAssembly.instance(from: second))
        XCTAssert(one !== other)
        XCTAssert(one.service === one.service)
        XCTAssert(one.service !== other.service)
    }

    func testAnAssemblyOfTheSameContextIsReachedThroughIt() {
        let feed = FeedAssembly.instance(from: context)
        XCTAssert(feed.services === ServiceAssembly.instance(from: context))
        XCTAssert(feed.service === ServiceAssembly.instance(from: context).service)
    }

    func testASubclassIsAnAssemblyOfItsOwn() {
        class Special: ServiceAssembly, @unchecked Sendable {}
        let special = Special.instance(from: context)
        XCTAssert(special !== ServiceAssembly.instance(from: context))
        XCTAssert(special.service !== ServiceAssembly.instance(from: context).service)
    }

    func testWithoutAContextTheDefaultOneIsMeant() {
        let before = DIContext.defaultInstance
        defer { DIContext.defaultInstance = before }
        DIContext.defaultInstance = context
        XCTAssert(DIContext.defaultInstance === context)
        XCTAssert(ServiceAssembly.instance() === ServiceAssembly.instance(from: context))
        let other = DIContext()
        DIContext.defaultInstance = other
        XCTAssert(ServiceAssembly.instance().context === other)
        XCTAssert(ServiceAssembly.instance() !== ServiceAssembly.instance(from: context))
    }

    func testAnAssemblyDoesNotKeepItsContextAlive() {
        var context: DIContext? = DIContext()
        let assembly = context.map { ServiceAssembly.instance(from: $0) }
        XCTAssertNotNil(assembly?.context)
        context = nil
        XCTAssertNil(assembly?.context)
    }

    func testALockerIsHeldWhileSomethingIsBuiltAndNotForWhatIsReady() {
        let locker = RecordingLocker()
        let context = DIContext(locker: locker)
        let assembly = LockedAssembly.instance(from: context)
        XCTAssertEqual(locker.depth, 0)
        XCTAssertEqual(assembly.depth(of: locker), 1)
        let service = assembly.service
        let count = locker.count
        XCTAssert(assembly.service === service)
        XCTAssertEqual(locker.count, count)
        XCTAssertEqual(locker.depth, 0)
        let nested = assembly.nestedDepth(of: locker)
        XCTAssertEqual(nested, 2, "definitions ask for one another while it is held")
    }

    func testTheRecursiveLockOfFoundationIsALocker() {
        let context = DIContext(locker: NSRecursiveLock())
        XCTAssertEqual(LockedAssembly.instance(from: context).nestedDepth(of: RecordingLocker()), 0)
    }
}

private final class RecordingLocker: DIContextLocker {
    private(set) var depth = 0
    private(set) var count = 0

    func lock() {
        depth += 1
        count += 1
    }

    func unlock() { depth -= 1 }
}

private class LockedAssembly: ServiceAssembly, @unchecked Sendable {
    func depth(of locker: RecordingLocker) -> Int { define(init: locker.depth) }
    func nestedDepth(of locker: RecordingLocker) -> Int { define(init: self.depth(of: locker)) }
}
