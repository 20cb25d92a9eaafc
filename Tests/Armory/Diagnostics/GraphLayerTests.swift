// SEE2: graphs with code around the making of instances.

import Armory
import ArmoryTestSupport
import XCTest

final class GraphLayerTests: LeakCheckedTestCase {
    func testSEE2_ACycleOverAFurtherTypeAndThroughInterceptors() throws {
        struct Quiet: Interceptor {
            func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
        }
        let graph = try Container.unchecked {
            Singleton { Core() }.as { $0 as any Parcel }.dependsOn(Stamp.self)
            Singleton { Stamp() }.dependsOn((any Parcel).self)
            Singleton(Int.self) { 1 }.dependsOn(Int.self)
            Intercepted(by: Quiet())
        }.graph
        XCTAssertEqual(
            graph.circles.map { $0.split(separator: " -> ").sorted() }, [["Core", "Stamp", "any Parcel"], ["Int"]])
        XCTAssertEqual(graph.arrows.filter { $0.hasPrefix("Int") }, ["Int -> Int: declared construction"])
        XCTAssertEqual(graph.nodes.count, 4)
    }

    func testSEE2_ARecordBehindAnotherIsTheSameNode() throws {
        struct Quiet: Interceptor {
            func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
        }
        let container = try Container {
            Singleton { Core() }.inject { core, resolver in core.partner = nil }.dependsOn(Stamp.self)
            Singleton { Stamp() }
            Decorator(Core.self) { (core: Core, stamp: Stamp) in core }
            Intercepted(by: Quiet())
        }
        XCTAssertEqual(container.graph.states, ["Core: empty", "Stamp: empty"])
        XCTAssertEqual(
            container.graph.arrows,
            [
                "Core -> Stamp: parameter construction"
            ])
        XCTAssertEqual(container.graph.only("Core")?.lifetime, .singleton)
        XCTAssertEqual(container.graph.only("Core")?.isOpaque, true, "its injection hides what it asks for")
        _ = try container.resolve(Core.self)
        XCTAssertEqual(container.graph.states, ["Core: ready", "Stamp: ready"])
    }
}
