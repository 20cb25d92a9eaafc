// Rings that several completions close, and values in them.

import ArmorySwinject
import ArmoryTestSupport
import XCTest

private final class Front {
    let middle: Middle
    private let life = Counted()
    init(_ middle: Middle) { self.middle = middle }
}

private final class Middle {
    let back: Back
    weak var front: Front?
    private let life = Counted()
    init(_ back: Back) { self.back = back }
}

private final class Back {
    weak var front: Front?
    private let life = Counted()
}

private final class Holder<T> {
    let held: T
    init(_ held: T) { self.held = held }
}

private struct Leash {
    let owner: Cat?
}

final class RingTests: SwinjectTestCase {
    /// The completion of the back makes the front again, and that of the middle needs it inside.
    func testTwoMembersOfAChainAreGivenItsBeginning() {
        for scope in [ObjectScope.graph, .container, .weak] {
            let container = Container(defaultObjectScope: scope)
            container.register(Front.self) { r in Front(r.resolve(Middle.self)!) }
            container.register(Middle.self) { r in Middle(r.resolve(Back.self)!) }
                .initCompleted { r, middle in middle.front = r.resolve(Front.self) }
            container.register(Back.self) { _ in Back() }
                .initCompleted { r, back in back.front = r.resolve(Front.self) }
            let front = container.resolve(Front.self)!
            XCTAssertTrue(front.middle.front === front, "\(scope)")
            XCTAssertTrue(front.middle.back.front === front, "\(scope)")
        }
    }

    func testATransientServiceMayBeInTheRing() {
        let container = Container()
        let maker = Maker()
        container.register(Holder<Cat>.self) { r in
            _ = r.resolve(Parent.self)
            return maker.make(Holder(Cat()))
        }.inObjectScope(.transient)
        container.register(Front.self) { r in Front(r.resolve(Middle.self)!) }
        container.register(Middle.self) { r in Middle(r.resolve(Back.self)!) }
            .initCompleted { r, _ in _ = r.resolve(Holder<Cat>.self) }
        container.register(Back.self) { _ in Back() }.initCompleted { r, _ in _ = r.resolve(Holder<Cat>.self) }
        container.register(Parent.self) { r in
            _ = r.resolve(Front.self)
            return Parent()
        }
        XCTAssertNotNil(container.resolve(Front.self))
        XCTAssertGreaterThan(maker.made, 0)
    }

    func testAKeptValueMayBeInARing() {
        let container = Container()
        let maker = Maker()
        container.register(Leash.self) { _ in maker.make(Leash(owner: Cat())) }.inObjectScope(.container)
            .initCompleted { [unowned container] r, leash in
                let holder = r.resolve(Holder<Leash>.self)!
                XCTAssertTrue(holder.held.owner === leash.owner)
                container.resetObjectScope(.container)
                XCTAssertFalse(r.resolve(Leash.self, name: "other")!.owner === leash.owner)
            }
        container.register(Leash.self, name: "other") { _ in Leash(owner: Cat()) }.inObjectScope(.container)
        container.register(Holder<Leash>.self) { r in Holder(r.resolve(Leash.self)!) }
        XCTAssertNotNil(container.resolve(Leash.self)?.owner)
        XCTAssertEqual(maker.made, 1)
    }

    func testAValueIsCompletedInItsGraph() {
        for scope in [ObjectScope.graph, .weak] {
            let container = Container()
            var completed: Cat?
            container.register(Cat.self) { _ in Cat() }
            container.register(Leash.self) { r in Leash(owner: r.resolve(Cat.self)) }.inObjectScope(scope)
                .initCompleted { r, _ in completed = r.resolve(Cat.self) }
            for _ in 0..<2 {
                let leash = container.resolve(Leash.self)
                XCTAssertNotNil(completed)
                XCTAssertTrue(leash?.owner === completed, "\(scope)")
            }
        }
    }
}
