import Armory
import ArmoryTestSupport
import Foundation
import XCTest

/// C9: what the lazy wrappers of a library on top of this one store.
final class LateInstanceTests: LeakCheckedTestCase {
    private final class Service: Sendable {
        let life = Counted()
    }

    func testC9_ItIsAskedForOnceWithTheLastQuestion() {
        let late = LateInstance<Int, Int>(1, isWeak: false)
        XCTAssertNil(late.present)
        late.changeQuestion { $0 += 1 }
        XCTAssertEqual(late.instance { $0 * 10 }, 20)
        late.changeQuestion { $0 = 5 }
        XCTAssertEqual(late.instance { $0 * 10 }, 20)
        XCTAssertEqual(late.present, 20)
        XCTAssertEqual(late.question, 5)
    }

    func testC9_WhatIsSetIsNotAskedFor() {
        let late = LateInstance<Int, Void>((), isWeak: false)
        late.set(7)
        XCTAssertEqual(late.instance { 8 }, 7)
        late.set(nil)
        XCTAssertNil(late.instance { 8 })
        XCTAssertNil(late.present)
    }

    func testC9_AWeakOneHoldsNothing() {
        let late = LateInstance<Service, Void>((), isWeak: true)
        do {
            let service = Service()
            XCTAssertTrue(late.instance { service } === service)
            XCTAssertTrue(late.present === service)
        }
        XCTAssertNil(late.present)
        XCTAssertNil(late.instance { Service() }, "it is not asked for again")
    }

    func testC9_AQuestionIsLetGoWithNoLockHeld() {
        final class Curious: Sendable {
            let late: LateInstance<Int, AnyObject?>
            init(_ late: LateInstance<Int, AnyObject?>) { self.late = late }
            deinit { late.changeQuestion { $0 = nil } }
        }
        let late = LateInstance<Int, AnyObject?>(nil, isWeak: false)
        late.changeQuestion { $0 = Curious(late) }
        late.changeQuestion { $0 = NSObject() }
        XCTAssertNil(late.question)
    }

    func testC9_AWeakInstanceWithoutOtherReferencesIsReleasedAtOnce() {
        let late = LateInstance<Service, Void>((), isWeak: true)
        XCTAssertNil(late.instance { Service() })
        XCTAssertNil(late.present)
    }

    func testC9_OneOf8ThreadsCreatesTheInstance() {
        let count = StressScale.scaled(200, underThreadSanitizer: 40)
        let report = Barrage("C9 late instances", threads: 8, rounds: count).run { _ in
            (LateInstance<Service, Void>((), isWeak: false), Locked(0))
        } body: { stage, _ in
            let service = stage.0.instance {
                stage.1.withLock { $0 += 1 }
                // Long enough for others to ask meanwhile.
                usleep(50)
                return Service()
            }
            return try ObjectIdentifier(service ?? { throw Miss("none") }())
        } check: { stage, results in
            let objects = try results.map { try $0.get() }
            let answers = stage.1.withLock { $0 }
            try expect(answers == 1, "\(answers) answers")
            try expect(objects.count == 8 && Set(objects).count == 1, "\(Set(objects).count) instances")
        }
        var stated = Stated("C9 late instances, 8 threads")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, count)
    }
}
