// Modules that the linker collects. The records of this file are in the image of the tests.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Plugin: Sendable {
    var name: String { get }
}

private struct Named: Plugin {
    let name: String
}

extension Name {
    fileprivate static let plugins: Name = "LinkedModulesTests.plugins"
    fileprivate static let nested: Name = "LinkedModulesTests.nested"
    fileprivate static let around: Name = "LinkedModulesTests.around"
}

private func plugin(_ name: String) -> any Registration {
    Singleton((any Plugin).self) { Named(name: name) }.contributed()
}

private let calls = Counter()

// Static, because the closure of a constant cannot name a global constant of its own file.
private enum Modules {
    static let last = Module(line: 30_000) { plugin("last") }
    static let shared = Module(line: 20_000) { plugin("shared") }
}

#if objectFormat(MachO)
@section("__DATA_CONST,__armory") @used private let r1: Module.Contribution = (1, { (.plugins, Modules.last) })
@section("__DATA_CONST,__armory") @used private let r2: Module.Contribution = (1, { (.plugins, Modules.shared) })
@section("__DATA_CONST,__armory") @used private let r3: Module.Contribution = (1, { (.nested, Modules.shared) })
@section("__DATA_CONST,__armory") @used private let r4: Module.Contribution = (1, { (.plugins, Modules.shared) })
@section("__DATA_CONST,__armory") @used private let r5: Module.Contribution = (1, { (.plugins, makeFirst()) })
@section("__DATA_CONST,__armory") @used private let r6: Module.Contribution = (
    1, { (.around, .contributed(in: .nested)) }
)
@section("__DATA_CONST,__armory") @used private let r7: Module.Contribution = (
    1, { (.nested, .contributed(in: .around)) }
)
#else
@section("armory") @used private let r1: Module.Contribution = (1, { (.plugins, Modules.last) })
@section("armory") @used private let r2: Module.Contribution = (1, { (.plugins, Modules.shared) })
@section("armory") @used private let r3: Module.Contribution = (1, { (.nested, Modules.shared) })
@section("armory") @used private let r4: Module.Contribution = (1, { (.plugins, Modules.shared) })
@section("armory") @used private let r5: Module.Contribution = (1, { (.plugins, makeFirst()) })
@section("armory") @used private let r6: Module.Contribution = (1, { (.around, .contributed(in: .nested)) })
@section("armory") @used private let r7: Module.Contribution = (1, { (.nested, .contributed(in: .around)) })
#endif

/// A module that is another one at each call.
private func makeFirst() -> Module {
    calls.increment()
    return Module(line: 10_000) { plugin("first") }
}

final class LinkedModulesTests: LeakCheckedTestCase {
    private func names(_ container: Container) throws -> [String] {
        try container.resolveAll((any Plugin).self).map(\.name)
    }

    func testINT4_ContributionsAreFoundInTheOrderOfTheirPlacesAndOnce() throws {
        let container = try Container { Module.contributed(in: .plugins) }
        XCTAssertEqual(try names(container), ["first", "shared", "last"])
        let other = try Container {
            Modules.shared
            Module.contributed(in: .plugins)
            Module { Module.contributed(in: .plugins) }
        }
        XCTAssertEqual(try names(other), ["shared", "first", "last"])
        // The closure of a record runs once, so its module is the same in all containers.
        XCTAssertEqual(calls.value, 1)
    }

    func testINT4_GroupsMayIncludeEachOther() throws {
        XCTAssertEqual(try names(Container { Module.contributed(in: .around) }), ["shared"])
        XCTAssertEqual(try names(Container { Module.contributed(in: .nested) }), ["shared"])
    }

    func testINT4_AGroupOfContributionsIsAModule() throws {
        let group = Module.contributed(in: .plugins)
        let container = Container()
        try container.load(group)
        XCTAssertEqual(try names(container), ["first", "shared", "last"])
        try container.unload(group)
        XCTAssertEqual(try names(container), [])
        XCTAssertEqual(group.name, "contributed in LinkedModulesTests.plugins")
        XCTAssertEqual(group.location.fileID, "ArmoryTests/LinkedModulesTests.swift")
        XCTAssertTrue(try Container { Module.contributed(in: "nobody's") }.ownBindings.isEmpty)
    }

    func testINT4_TheGroupsAreListed() {
        let groups = Module.contributedGroups.filter { $0.description.hasPrefix("LinkedModulesTests.") }
        XCTAssertEqual(groups, [.around, .nested, .plugins])
    }

    func testINT4_ThreadsThatAskFirstGetOneAnswer() throws {
        let runs = Counter()
        let records = Records(Record(version: 1) { (.plugins, Module(line: runs.increment()) {}) })
        let lines = try race(threads: 4) { _ in
            records.linked.elements(in: .plugins).compactMap { ($0 as? Module)?.location.line }
        }.map { try $0.get() }
        XCTAssertEqual(Set(lines).count, 1, "\(lines)")
        XCTAssertEqual(lines[0].count, 1)
    }

    func testINT4_ARecordOfAnotherVersionIsAClearError() throws {
        let known = Record(version: 1) { (.plugins, Modules.last) }
        let unknown = Record(version: 2) { (.plugins, Modules.shared) }
        XCTAssertEqual(try names(Container { Records(known, known).linked.elements(in: .plugins) }), ["last"])
        XCTAssertTrue(try Container { Records().linked.elements(in: .plugins) }.ownBindings.isEmpty)
        for records in [Records(known, unknown), Records(unknown, known), Records(known, dropping: 1)] {
            let error = failure(.invalid) { try Container { records.linked.elements(in: .plugins) } }
            XCTAssertEqual(error?.faults.count, 1)
            assertErrorText(error?.faults.first, "unknownContribution")
        }
    }
}

/// A record as a tuple has it in memory.
private struct Record: Sendable {
    let version: UInt
    let make: @Sendable () -> (group: Name, module: Module)
}

/// A section with some records.
private struct Records: Sendable {
    let linked: LinkedModules

    init(_ records: Record..., dropping bytes: Int = 0) {
        linked = unsafe records.withUnsafeBytes {
            unsafe LinkedModules(in: UnsafeRawBufferPointer(rebasing: $0.dropLast(bytes)))
        }
    }
}
