// REG14: whether a type that says itself how it is made is there.

import Armory
import ArmoryTestSupport
import XCTest

private final class Gauge: SharedResolvable {
    private let life = Counted()
    init(resolver: Resolver, arguments: Void) {}
}

/// Asks for the gauge as what may be missing, in each way.
private final class Panel: Resolvable {
    private let life = Counted()
    let gauges: [Gauge?]
    init(resolver: Resolver, arguments: Void) throws(ResolutionError) {
        let inferred: Gauge? = try resolver.resolve()
        let short: Gauge? = try resolver()
        gauges = [try resolver.resolveOptional(Gauge.self), inferred, short]
    }
}

final class ResolvablePresenceTests: LeakCheckedTestCase {
    /// The gauge where it may be missing, asked for in each way of its own in a container that nobody has asked yet.
    private func gauges(in container: () throws -> Container) throws -> [Gauge?] {
        let inferred: Gauge? = try container().resolve()
        let asOptional = try container().resolve(Gauge?.self)
        let parameter = try container().call { (gauge: Gauge?) in gauge }
        return try [container().resolveOptional(Gauge.self), inferred, asOptional, parameter]
            + container().resolve(Panel.self).gauges
    }

    func testREG14_AnOptionalOneIsThereWhoeverAskedBefore() throws {
        XCTAssertFalse(try gauges { Container() }.contains { $0 == nil })
        XCTAssertFalse(try gauges { try Container {} }.contains { $0 == nil })
        XCTAssertFalse(try gauges { Container(parents: [Container()]) }.contains { $0 == nil })
        XCTAssertFalse(try gauges { try Container().overriding {} }.contains { $0 == nil })
        let container = Container()
        let gauge = try XCTUnwrap(try container.resolveOptional(Gauge.self))
        XCTAssertTrue(try gauges { container }.allSatisfy { $0 === gauge })
        XCTAssertTrue(container.resolve(Gauge.self) === gauge)
    }

    func testREG14_ARegisteredOptionalGoesBeforeIt() throws {
        let container = try Container { Singleton(Gauge?.self) { Gauge?.none } }
        let inferred: Gauge? = try container.resolve()
        XCTAssertNil(inferred)
    }

    func testREG14_ARemovedOneIsMissing() throws {
        let container = Container()
        _ = container.resolve(Gauge.self)
        try container.remove(Gauge.self)
        XCTAssertNil(try container.resolveOptional(Gauge.self))
        XCTAssertTrue(try gauges(notIn: container))
    }

    func testREG14_WhatAParentHasRemovedNoChildRegistersAgain() throws {
        let grandparent = Container()
        let parent = Container(parents: [grandparent])
        let child = Container(parents: [parent])
        _ = child.resolve(Gauge.self)
        try grandparent.remove(Gauge.self)
        for container in [grandparent, parent, child, try child.overriding {}] {
            XCTAssertNil(try container.resolveOptional(Gauge.self))
            let error = refusal { try Lazy<Gauge>(container: container)() }
            XCTAssertEqual(error?.code, container === grandparent ? .removed : .missing)
        }
        XCTAssertTrue(try gauges(notIn: child))
        let between = Container(parents: [Container()])
        try between.replace(Gauge.self, with: Gauge.self)
        try between.remove(Gauge.self)
        XCTAssertNil(try Container(parents: [between]).resolveOptional(Gauge.self))
    }

    private func gauges(notIn container: Container) throws -> Bool {
        try gauges { container }.allSatisfy { $0 == nil }
    }

    private func refusal(_ body: () throws -> Gauge) -> ResolutionError? {
        do {
            _ = try body()
            XCTFail("it is there")
            return nil
        } catch {
            return error as? ResolutionError
        }
    }

    func testREG14_AForbiddenOneIsAnError() {
        let container = Container(configuration: .init(justInTime: false))
        failure(.justInTimeForbidden) { try container.resolveOptional(Gauge.self) }
    }
}
