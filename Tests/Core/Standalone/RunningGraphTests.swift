// What libraries ask about the path and the graph of the calling thread.

import ArmoryCore
import ArmoryTestSupport
import XCTest

private final class Item: @unchecked Sendable {  // One thread has it.
    let life = Counted()
}

private protocol Nameable {}

private protocol NameableObject: AnyObject {}

extension Item: Nameable, NameableObject {}

private struct Value: Nameable {}

final class RunningGraphTests: WatchedTestCase {
    private func cell(_ lifetime: Lifetime, _ type: any Any.Type = Item.self) -> StandaloneCell {
        StandaloneCell(type, lifetime, shownAs: ServiceKey(Item.self))
    }

    override func tearDown() {
        assertThreadIsIdle()
        super.tearDown()
    }

    func testC3_ThePathSaysWhetherACellIsMadeOrInjected() throws {
        for lifetime in [Lifetime.graph, .singleton, .shared] {
            let (outer, inner) = (cell(lifetime), cell(lifetime))
            XCTAssertFalse(RunningPath.isOnPath(outer))
            let made: Item = try outer.resolve {
                XCTAssertTrue(RunningPath.isOnPath(outer))
                XCTAssertTrue(RunningPath.isConstructing(outer))
                XCTAssertEqual(RunningPath.runningInjectionCount(insideCell: outer), 0)
                let injected: Item = try inner.resolve(
                    Item.self, options: .endsWithCall,
                    completedBy: { _ in
                        XCTAssertTrue(RunningPath.isConstructing(outer))
                        XCTAssertFalse(RunningPath.isConstructing(inner))
                        XCTAssertEqual(RunningPath.runningInjectionCount(insideCell: outer), 1)
                        XCTAssertEqual(RunningPath.runningInjectionCount(insideCell: inner), 0)
                    }
                ) { Item() }
                return injected
            }
            XCTAssertFalse(RunningPath.isOnPath(outer))
            XCTAssertFalse(RunningPath.isConstructing(outer))
            withExtendedLifetime(made) {}
        }
    }

    func testLIFE4_AnInstanceThatWasMadeInFullIsPresentInTheGraph() throws {
        let (around, graph) = (cell(.transient), cell(.graph))
        _ = try around.resolve(Bool.self) {
            let made: Item = try graph.resolve(
                Item.self, completedBy: { _ in XCTAssertNil(graph.existingInstance(Item.self)) }
            ) {
                Item()
            }
            XCTAssert(graph.existingInstance(Item.self) === made)
            return true
        }
    }

    func testLIFE4_AGraphOfItsOwnHasItsOwnObjects() throws {
        let (around, graph) = (cell(.transient), cell(.graph))
        let kept = cell(.graph, AnyObject.self)
        _ = try around.resolve(Bool.self) {
            let outer = try graph.resolve { Item() } as Item
            RunningPath.addToGraph(outer, at: kept)
            XCTAssertTrue(RunningPath.graphObjects.contains { $0.cell === graph && $0.object === outer })
            try RunningPath.withNewGraph {
                XCTAssertNil(RunningPath.graphObject(at: kept))
                XCTAssertTrue(RunningPath.graphObjects.isEmpty)
                XCTAssertFalse(try graph.resolve { Item() } as Item === outer)
            }
            XCTAssert(RunningPath.graphObject(at: kept) === outer)
            return try graph.resolve { Item() } as Item === outer
        }
    }

    func testM1_AnObjectIsToldFromAValueInEveryType() {
        let item = Item()
        XCTAssert(objectIfClassInstance(item) === item)
        XCTAssert(objectIfClassInstance(item as any Nameable) === item)
        XCTAssert(objectIfClassInstance(item as any NameableObject) === item)
        XCTAssert(objectIfClassInstance(item as any Nameable & NameableObject) === item)
        XCTAssert(objectIfClassInstance(item as Any) === item)
        XCTAssert(objectIfClassInstance(item as AnyObject) === item)
        XCTAssertNil(objectIfClassInstance(Value()))
        XCTAssertNil(objectIfClassInstance(Value() as any Nameable))
        XCTAssertNil(objectIfClassInstance("text" as Any))
        XCTAssertNil(objectIfClassInstance(item as Item?))
        XCTAssertNil(objectIfClassInstance(Mishap() as any Error))
    }
}
