// INT4: modules that the linker collects. The constants of this file are in the image of the tests.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Plugin: Sendable {
    var name: String { get }
}

private struct Named: Plugin {
    let name: String
}

extension RegistrationName {
    fileprivate static let plugins: RegistrationName = "ContributionTests.plugins"
    fileprivate static let nested: RegistrationName = "ContributionTests.nested"
    fileprivate static let around: RegistrationName = "ContributionTests.around"
}

private func plugin(_ name: String) -> any Registration {
    Singleton((any Plugin).self) { Named(name: name) }.contributed()
}

private let calls = Counter()

private let last = Module(line: 30_000) { plugin("last") }
private let shared = Module(line: 20_000) { plugin("shared") }

private func makeLast() { Module.contribute(toGroup: .plugins, last) }
private func makeShared() { Module.contribute(toGroup: .plugins, shared) }
private func makeNested() { Module.contribute(toGroup: .nested, shared) }
private func makeAnother() { Module.contribute(toGroup: .plugins, makeFirst()) }
private func makeAround() { Module.contribute(toGroup: .around, .contributed(toGroup: .nested)) }
private func makeCircle() { Module.contribute(toGroup: .nested, .contributed(toGroup: .around)) }

#if objectFormat(MachO)
@section("__DATA_CONST,__armory") @used private let r1: Module.Contribution = makeLast
@section("__DATA_CONST,__armory") @used private let r2: Module.Contribution = makeShared
@section("__DATA_CONST,__armory") @used private let r3: Module.Contribution = makeNested
@section("__DATA_CONST,__armory") @used private let r4: Module.Contribution = makeShared
@section("__DATA_CONST,__armory") @used private let r5: Module.Contribution = makeAnother
@section("__DATA_CONST,__armory") @used private let r6: Module.Contribution = makeAround
@section("__DATA_CONST,__armory") @used private let r7: Module.Contribution = makeCircle
#else
@section("armory") @used private let r1: Module.Contribution = makeLast
@section("armory") @used private let r2: Module.Contribution = makeShared
@section("armory") @used private let r3: Module.Contribution = makeNested
@section("armory") @used private let r4: Module.Contribution = makeShared
@section("armory") @used private let r5: Module.Contribution = makeAnother
@section("armory") @used private let r6: Module.Contribution = makeAround
@section("armory") @used private let r7: Module.Contribution = makeCircle
#endif

/// A module that is another one at each call.
private func makeFirst() -> Module {
    calls.increment()
    return Module(line: 10_000) { plugin("first") }
}

final class ContributionTests: LeakCheckedTestCase {
    private func names(_ container: Container) throws -> [String] {
        try container.resolve([any Plugin].self).map(\.name)
    }

    func testINT4_ContributionsAreFoundInTheOrderOfTheirPlacesAndOnce() throws {
        let container = try Container { Module.contributed(toGroup: .plugins) }
        XCTAssertEqual(try names(container), ["first", "shared", "last"])
        let other = try Container {
            shared
            Module.contributed(toGroup: .plugins)
            Module { Module.contributed(toGroup: .plugins) }
        }
        XCTAssertEqual(try names(other), ["shared", "first", "last"])
        let runs = calls.value
        XCTAssertEqual(try names(Container { Module.contributed(toGroup: .plugins) }), ["first", "shared", "last"])
        // The function of a constant runs once, so its module is the same in all containers.
        XCTAssertEqual(calls.value, runs)
    }

    func testINT4_GroupsMayIncludeEachOther() throws {
        XCTAssertEqual(try names(Container { Module.contributed(toGroup: .around) }), ["shared"])
        XCTAssertEqual(try names(Container { Module.contributed(toGroup: .nested) }), ["shared"])
    }

    func testINT4_AGroupOfContributionsIsAModule() throws {
        let group = Module.contributed(toGroup: .plugins)
        XCTAssertEqual(try names(Container { group }), ["first", "shared", "last"])
        XCTAssertEqual(group.name, "contributed in ContributionTests.plugins")
        XCTAssertEqual(group.location.fileID, "ArmoryTests/ContributionTests.swift")
        XCTAssertTrue(try Container { Module.contributed(toGroup: "nobody's") }.conditions.isEmpty)
    }

    func testINT4_TheGroupsAreListed() {
        let groups = Module.contributedGroups.filter { $0.description.hasPrefix("ContributionTests.") }
        XCTAssertEqual(groups, [.around, .nested, .plugins])
    }

    func testINT4_ThreadsThatAskFirstGetOneAnswer() throws {
        let linked = LinkedModules([makeAnother, makeShared])
        let before = calls.value
        let answers = try race(threads: 4) { _ in linked.all.map(\.module.location.line) }.map { try $0.get() }
        XCTAssertEqual(Set(answers), [[10_000, 20_000]])
        XCTAssertGreaterThan(calls.value, before)
        let (first, second) = (linked.all, linked.all)
        XCTAssertTrue(zip(first, second).allSatisfy { $0.module.identity == $1.module.identity }, "one result is kept")
    }
}
