import Armory
import ArmoryTestSupport
import XCTest

private protocol Orders: Sendable {}
private struct SQLOrders: Orders {}
private struct Clock: Sendable {}
private struct OrderService: Sendable { let orders: any Orders }
private struct UnitOfWork: Sendable {}
private struct Basket: Sendable { let work: UnitOfWork }
private struct Audit: Sendable { let basket: Basket }
private struct Report: Sendable { let number: Int }
private struct Printer: Sendable { let report: Report }
private final class Parent: Sendable { init(child: Child) {} }
private final class Child: Sendable { init(parent: Parent) {} }
private struct Later: Sendable { let work: Provider<UnitOfWork> }

private let file: StaticString = "Shop/Wiring.swift"

extension ScopeTag {
    fileprivate static let session = ScopeTag("session")
    fileprivate static let sessionRequest = ScopeTag("request", inside: .session)
    fileprivate static let job = ScopeTag("job")
}

/// E1: what a check of the graph says, by the table of texts.
///
/// Registrations say where they are written, so that the lines stay.
final class ValidationMessageTests: LeakCheckedTestCase {
    /// The one fault that a check of the graph finds.
    private func fault(
        configuration: Container.Configuration = .init(), line: UInt = #line,
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) -> ResolutionError? {
        let error = failure(.invalid, line: line) { try Container(configuration: configuration, contents) }
        XCTAssertEqual(error?.faults.count, 1, line: line)
        return error?.faults.first
    }

    func testE2_SeveralFaultsAtOnce() {
        let error = failure(.invalid) {
            try Container {
                Transient(OrderService.init, fileID: file, line: 12)
                Singleton(Audit.init, fileID: file, line: 7)
            }
        }
        assertErrorText(error, "invalid: two faults")
    }

    func testE2_MissingWithWhatWasMeant() {
        assertErrorText(
            fault {
                Singleton((any Orders).self, fileID: file, line: 9) { SQLOrders() }.named("primary")
                Transient(OrderService.init, fileID: file, line: 12)
                Module("storage") {
                    Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }.private()
                }
            }, "missing: near a named and a private one")
    }

    func testE2_MissingAndPrivateInAModule() {
        assertErrorText(
            fault {
                Transient(OrderService.init, fileID: file, line: 12)
                Module("storage") {
                    Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }.private()
                }
            }, "missing: near a private one")
    }

    func testE2_MissingAndInItsList() {
        assertErrorText(
            fault {
                Singleton((any Orders).self, fileID: file, line: 9) { SQLOrders() }.contributed()
                Transient(OrderService.init, fileID: file, line: 12)
            }, "missing: near an element of a list")
    }

    func testE2_MissingAndInAModuleThatIsNotIncluded() {
        let storage = Module("storage") {
            Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }
        }
        assertErrorText(
            fault(configuration: .init(knownModules: [storage])) {
                Transient(OrderService.init, fileID: file, line: 12)
            }, "missing: near a module that is not included")
    }

    func testE2_WhatAModuleHasThatIsIncludedIsNamedOnce() {
        let storage = Module("storage") {
            Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }.named("main")
        }
        assertErrorText(
            fault(configuration: .init(knownModules: [storage])) {
                storage
                Transient(OrderService.init, fileID: file, line: 12)
            }, "missing: near one of an included module")
    }

    func testE2_Duplicate() {
        assertErrorText(
            fault {
                Singleton((any Orders).self, fileID: file, line: 9) { SQLOrders() }
                Singleton((any Orders).self, fileID: file, line: 12) { SQLOrders() }
            }, "duplicate: unnamed")
    }

    func testE2_Cycle() {
        assertErrorText(
            fault {
                Singleton(Child.init, fileID: file, line: 13)
                Singleton(Parent.init, fileID: file, line: 12)
            }, "cycle: of two initializers")
    }

    func testE2_Captive() {
        assertErrorText(
            fault {
                Scoped(fileID: file, line: 9, UnitOfWork.init)
                Transient(Basket.init)
                Singleton(Audit.init, fileID: file, line: 12)
            }, "captive: through a transient")
    }

    func testE2_CaptiveOfAnOuterScope() {
        assertErrorText(
            fault {
                Scoped(fileID: file, line: 9, UnitOfWork.init).in(.sessionRequest)
                Scoped(Basket.init, fileID: file, line: 12).in(.session)
            }, "captive: of an inner scope")
    }

    func testE2_AScopeThatHasNothingToDoWithTheFirst() {
        assertErrorText(
            fault {
                Scoped(fileID: file, line: 9, UnitOfWork.init)
                Scoped(Basket.init, fileID: file, line: 12).in(.job)
            }, "unreachableScope: a separate scope")
    }

    func testE2_AScopeThatIsNeverOpenLater() {
        assertErrorText(
            fault {
                Scoped(fileID: file, line: 9, UnitOfWork.init)
                Singleton(Later.init, fileID: file, line: 12)
            }, "unreachableScope: later")
    }

    func testE2_TwoScopesThatHaveNothingToDoWithEachOther() {
        assertErrorText(
            fault {
                Scoped(fileID: file, line: 9, UnitOfWork.init)
                Scoped(fileID: file, line: 10, Clock.init).in(.job)
                Transient(fileID: file, line: 12) { OrderService(orders: SQLOrders()) }.dependsOn(
                    UnitOfWork.self, Clock.self)
            }, "unreachableScope: two separate scopes")
    }

    func testE2_APromiseThatNobodyKept() {
        let storage = Module("storage") {
            Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }
        }
        assertErrorText(
            fault {
                Promised((any Orders).self, fileID: file, line: 12)
            }, "promised: nowhere")
        let near = fault(configuration: .init(knownModules: [storage])) {
            Promised((any Orders).self, fileID: file, line: 12)
        }
        XCTAssertEqual(near?.code, .promised)
        XCTAssertEqual(near?.nearKeys.count, 1)
        XCTAssertTrue(near?.fix.contains("\"storage\"") ?? false)
    }

    func testE2_NeededWithoutItsArguments() {
        assertErrorText(
            fault {
                Transient(arguments: Int.self, fileID: file, line: 9) { _, number in Report(number: number) }
                Singleton(Printer.init, fileID: file, line: 12)
            }, "wrongArguments: none given to an initializer")
    }

    func testE2_NeededWithoutAwaiting() {
        let awaiting = Singleton((any Orders).self, fileID: file, line: 9) { () async in SQLOrders() }
        assertErrorText(
            fault {
                awaiting
                Transient(OrderService.init, fileID: file, line: 12)
            }, "asynchronous: for an initializer")
    }

    func testE2_AnOverrideOfNothing() {
        let storage = Module("storage") { Singleton { Clock() } }
        let fault = fault {
            storage.replacing { Singleton((any Orders).self, fileID: file, line: 12) { SQLOrders() } }
        }
        XCTAssertEqual(fault?.code, .overridesNothing)
        XCTAssertEqual(fault?.key, "any Orders")
        XCTAssertEqual(fault?.location, CodeLocation(fileID: file, line: 12))
    }

    func testE1_PrivateOutsideModule() throws {
        assertErrorText(.privateWithoutModule, "privateWithoutModule: a class") {
            _ = try Container { Singleton(fileID: file, line: 9) { SQLOrders() }.private() }
        }
    }

    func testSEE1_AReport() throws {
        let container = try Container {
            Singleton((any Orders).self, fileID: file, line: 9) { SQLOrders() }.named("old")
            Singleton((any Orders).self, fileID: file, line: 10) { SQLOrders() }
            Singleton(fileID: file, line: 11) { Basket(work: try $0.resolve()) }
            Transient(OrderService.init, fileID: file, line: 12).root()
        }
        assertErrorText(of: try container.validate().description, "report: two warnings")
        XCTAssertEqual(try Container {}.validate().description, "Nothing is wrong.")
    }

    func testSEE1_WhatADryRunSaysOfDeclarations() throws {
        let container = try Container {
            Singleton((any Orders).self) { SQLOrders() }.named("main")
            Singleton { Clock() }
            Singleton(fileID: file, line: 12) { OrderService(orders: try $0.resolve((any Orders).self, named: "main")) }
                .dependsOn(Clock.self)
        }
        assertErrorText(failure(.invalid) { try container.validate(dryRun: true) }?.faults.first, "undeclared: named")
        let mended = try Container {
            Singleton { Clock() }
            Singleton(fileID: file, line: 12) { _ in OrderService(orders: SQLOrders()) }.dependsOn(Clock.self)
        }
        assertErrorText(try mended.validate(dryRun: true).warnings.first, "unasked: one of a closure")
    }
}
