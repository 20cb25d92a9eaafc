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

/// E1: what a check of the graph says, to the letter.
///
/// Registrations say where they are written, so that the lines stay.
final class ValidationMessageTests: LeakCheckedTestCase {
    private func check(
        _ text: String, parents: [Container] = [], configuration: Container.Configuration = .init(),
        line: UInt = #line, @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) {
        let error = failure(.invalid, line: line) {
            try Container(parents: parents, configuration: configuration, contents)
        }
        XCTAssertEqual(error?.faults.count, 1, line: line)
        assertMessage(error?.faults.first, text, line: line)
    }

    func testE2_SeveralFaultsAtOnce() {
        let error = failure(.invalid) {
            try Container {
                Transient(OrderService.init, fileID: file, line: 12)
                Singleton(Audit.init, fileID: file, line: 7)
            }
        }
        assertMessage(
            error,
            """
            The container has 2 faults. [invalid]
            1. Audit needs Basket, which is not registered. [missing]
                 path: Audit → Basket
                 Audit is registered at Shop/Wiring.swift:7, and parameter 1 of its initializer is Basket
                 fix: register Basket before it is resolved, or make the parameter's type Basket? if it may be missing.
            2. OrderService needs any Orders, which is not registered. [missing]
                 path: OrderService → any Orders
                 OrderService is registered at Shop/Wiring.swift:12, and parameter 1 of its initializer is any Orders
                 fix: register any Orders before it is resolved, or make the parameter's type (any Orders)? if it may be missing.
            """)
    }

    func testE2_MissingWithWhatWasMeant() {
        check(
            """
            OrderService needs any Orders, which is not registered. [missing]
              path: OrderService → any Orders
              OrderService is registered at Shop/Wiring.swift:12, and parameter 1 of its initializer is any Orders
              near: any Orders named "primary", registered at Shop/Wiring.swift:9
              near: any Orders private in module "storage", registered at Shop/Storage.swift:3
              fix: register any Orders without a qualifier, or pass .named("primary") for the parameter.
            """
        ) {
            Singleton((any Orders).self, fileID: file, line: 9) { SQLOrders() }.named("primary")
            Transient(OrderService.init, fileID: file, line: 12)
            Module("storage") {
                Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }.private()
            }
        }
    }

    func testE2_MissingAndPrivateInAModule() {
        check(
            """
            OrderService needs any Orders, which is not registered. [missing]
              path: OrderService → any Orders
              OrderService is registered at Shop/Wiring.swift:12, and parameter 1 of its initializer is any Orders
              near: any Orders private in module "storage", registered at Shop/Storage.swift:3
              fix: remove private() from the one in module "storage", or register any Orders.
            """
        ) {
            Transient(OrderService.init, fileID: file, line: 12)
            Module("storage") {
                Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }.private()
            }
        }
    }

    func testE2_MissingAndInItsList() {
        check(
            """
            OrderService needs any Orders, which is not registered. [missing]
              path: OrderService → any Orders
              OrderService is registered at Shop/Wiring.swift:12, and parameter 1 of its initializer is any Orders
              near: any Orders in its list, registered at Shop/Wiring.swift:9
              fix: resolve the list [any Orders], or register any Orders.
            """
        ) {
            Singleton((any Orders).self, fileID: file, line: 9) { SQLOrders() }.contributed()
            Transient(OrderService.init, fileID: file, line: 12)
        }
    }

    func testE2_MissingAndInAModuleThatIsNotIncluded() {
        let storage = Module("storage") {
            Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }
        }
        check(
            """
            OrderService needs any Orders, which is not registered. [missing]
              path: OrderService → any Orders
              OrderService is registered at Shop/Wiring.swift:12, and parameter 1 of its initializer is any Orders
              near: any Orders in module "storage", which is not included, registered at Shop/Storage.swift:3
              fix: include module "storage", or register any Orders.
            """, configuration: .init(knownModules: [storage])
        ) {
            Transient(OrderService.init, fileID: file, line: 12)
        }
    }

    func testE2_WhatAModuleHasThatIsIncludedIsNamedOnce() {
        let storage = Module("storage") {
            Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }.named("main")
        }
        check(
            """
            OrderService needs any Orders, which is not registered. [missing]
              path: OrderService → any Orders
              OrderService is registered at Shop/Wiring.swift:12, and parameter 1 of its initializer is any Orders
              near: any Orders named "main", registered at Shop/Storage.swift:3
              fix: register any Orders without a qualifier, or pass .named("main") for the parameter.
            """, configuration: .init(knownModules: [storage])
        ) {
            storage
            Transient(OrderService.init, fileID: file, line: 12)
        }
    }

    func testE2_Duplicate() {
        check(
            """
            any Orders is registered twice. [duplicate]
              first registered at Shop/Wiring.swift:9
              and again at Shop/Wiring.swift:12
              fix: remove one of the two, distinguish them with named(_:), or build the container with duplicates: .replace to let the last one win.
            """
        ) {
            Singleton((any Orders).self, fileID: file, line: 9) { SQLOrders() }
            Singleton((any Orders).self, fileID: file, line: 12) { SQLOrders() }
        }
    }

    func testE2_Cycle() {
        check(
            """
            Parent depends on itself. [cycle]
              path: Parent → Child → Parent
              Parent is registered at Shop/Wiring.swift:12
              Child is registered at Shop/Wiring.swift:13
              fix: let the factory of Child take Lazy<Parent> instead of Parent, or set one of the references after init, with inject { instance, resolver in … }, in a Singleton, Shared or Graph registration.
            """
        ) {
            Singleton(Child.init, fileID: file, line: 13)
            Singleton(Parent.init, fileID: file, line: 12)
        }
    }

    func testE2_Captive() {
        check(
            """
            Audit is a Singleton and holds UnitOfWork, which lives in the scope "request". [captive]
              path: Audit → Basket → UnitOfWork
              Audit is registered at Shop/Wiring.swift:12
              UnitOfWork is registered at Shop/Wiring.swift:9
              fix: register Audit as Scoped in the scope "request", or pass UnitOfWork to the calls that use it.
            """
        ) {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Transient(Basket.init)
            Singleton(Audit.init, fileID: file, line: 12)
        }
    }

    func testE2_CaptiveOfAnOuterScope() {
        check(
            """
            Basket lives in the scope "session" and holds UnitOfWork, which lives in the scope "request inside session". [captive]
              path: Basket → UnitOfWork
              Basket is registered at Shop/Wiring.swift:12
              UnitOfWork is registered at Shop/Wiring.swift:9
              fix: register Basket as Scoped in the scope "request inside session", or pass UnitOfWork to the calls that use it.
            """
        ) {
            Scoped(fileID: file, line: 9, UnitOfWork.init).in(.sessionRequest)
            Scoped(Basket.init, fileID: file, line: 12).in(.session)
        }
    }

    func testE2_AScopeThatHasNothingToDoWithTheFirst() {
        check(
            """
            Basket lives in the scope "job" and needs UnitOfWork, which lives in the scope "request": neither is inside the other. [unreachableScope]
              path: Basket → UnitOfWork
              Basket is registered at Shop/Wiring.swift:12
              UnitOfWork is registered at Shop/Wiring.swift:9
              fix: declare one of the tags inside the other, or pass UnitOfWork to the calls that use it.
            """
        ) {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Scoped(Basket.init, fileID: file, line: 12).in(.job)
        }
    }

    func testE2_AScopeThatIsNeverOpenLater() {
        check(
            """
            Later is a Singleton and later resolves UnitOfWork, which lives in the scope "request": that scope is never open around Later. [unreachableScope]
              path: Later → UnitOfWork
              Later is registered at Shop/Wiring.swift:12
              UnitOfWork is registered at Shop/Wiring.swift:9
              fix: register Later as Scoped in the scope "request", or pass UnitOfWork to the calls that use it.
            """
        ) {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Singleton(Later.init, fileID: file, line: 12)
        }
    }

    func testE2_TwoScopesThatHaveNothingToDoWithEachOther() {
        check(
            """
            OrderService needs Clock, which lives in the scope "job", and UnitOfWork, which lives in the scope "request": neither is inside the other. [unreachableScope]
              path: OrderService → UnitOfWork
              OrderService is registered at Shop/Wiring.swift:12
              Clock is registered at Shop/Wiring.swift:10
              UnitOfWork is registered at Shop/Wiring.swift:9
              fix: declare one of the tags inside the other, or pass UnitOfWork to the calls that use it.
            """
        ) {
            Scoped(fileID: file, line: 9, UnitOfWork.init)
            Scoped(fileID: file, line: 10, Clock.init).in(.job)
            Transient(fileID: file, line: 12) { OrderService(orders: SQLOrders()) }.dependsOn(
                UnitOfWork.self, Clock.self)
        }
    }

    func testE2_APromiseThatNobodyKept() {
        let storage = Module("storage") {
            Singleton((any Orders).self, fileID: "Shop/Storage.swift", line: 3) { SQLOrders() }
        }
        check(
            """
            any Orders is promised, but not registered. [promised]
              it was promised at Shop/Wiring.swift:12
              fix: register any Orders, or include a module that registers it.
            """
        ) {
            Promised((any Orders).self, fileID: file, line: 12)
        }
        check(
            """
            any Orders is promised, but not registered. [promised]
              it was promised at Shop/Wiring.swift:12
              near: any Orders in module "storage", which is not included, registered at Shop/Storage.swift:3
              fix: include module "storage".
            """, configuration: .init(knownModules: [storage])
        ) {
            Promised((any Orders).self, fileID: file, line: 12)
        }
    }

    func testE2_NeededWithoutItsArguments() {
        check(
            """
            Report takes arguments of type Int, but was given none. [wrongArguments]
              path: Printer → Report
              Report is registered at Shop/Wiring.swift:9
              fix: pass values of exactly the type Int to resolve(_:arguments:).
            """
        ) {
            Transient(arguments: Int.self, fileID: file, line: 9) { _, number in Report(number: number) }
            Singleton(Printer.init, fileID: file, line: 12)
        }
    }

    func testE2_NeededWithoutAwaiting() {
        let awaiting = Singleton((any Orders).self, fileID: file, line: 9) { () async in SQLOrders() }
        check(
            """
            OrderService needs any Orders without awaiting, but the factory of any Orders is async. [asynchronous]
              path: OrderService → any Orders
              OrderService is registered at Shop/Wiring.swift:12
              any Orders is registered at Shop/Wiring.swift:9
              fix: let the factory of OrderService be async too, or make any Orders an eager Singleton and call start() first.
            """
        ) {
            awaiting
            Transient(OrderService.init, fileID: file, line: 12)
        }
    }

    func testE2_AnOverrideOfNothing() {
        let storage = Module("storage") { Singleton { Clock() } }
        check(
            """
            any Orders replaces nothing: the module does not register it. [overridesNothing]
              the replacement is at Shop/Wiring.swift:12
              fix: use the exact type and name of a registration in the module, or register any Orders outside of the module.
            """
        ) {
            storage.replacing { Singleton((any Orders).self, fileID: file, line: 12) { SQLOrders() } }
        }
    }

    func testE2_AModuleThatIsNotLoaded() throws {
        let container = try Container {}
        let module = Module("storage", fileID: file, line: 3) {}
        assertMessage(
            failure(.notLoaded) { try container.unload(module) },
            """
            module "storage" is not loaded into this container, or is part of another module. [notLoaded]
              the module is at Shop/Wiring.swift:3
              fix: unload a module that was passed to load(_:), or that the container was built from.
            """)
    }

    func testE1_PrivateOutsideModule() throws {
        assertMessage(
            failure(.privateOutsideModule) {
                try Container().register(Singleton(fileID: file, line: 9) { SQLOrders() }.private())
            },
            """
            SQLOrders is private, but not part of a module. [privateOutsideModule]
              the refused registration is at Shop/Wiring.swift:9
              fix: put it into a Module, or remove private().
            """)
    }

    func testSEE1_AReport() throws {
        let container = try Container {
            Singleton((any Orders).self, fileID: file, line: 9) { SQLOrders() }.named("old")
            Singleton((any Orders).self, fileID: file, line: 10) { SQLOrders() }
            Singleton(fileID: file, line: 11) { Basket(work: try $0()) }
            Transient(OrderService.init, fileID: file, line: 12).root()
        }
        XCTAssertEqual(
            try container.validate().description,
            """
            2 warnings:
            1. any Orders named "old" is registered, but no root depends on it. [unused]
                 any Orders named "old" is registered at Shop/Wiring.swift:9
                 fix: remove it, or mark it with root() if code outside of the container resolves it.
            2. Basket is registered, but no root depends on it. [unused]
                 Basket is registered at Shop/Wiring.swift:11
                 fix: remove it, or mark it with root() if code outside of the container resolves it.
            Not checked, because closures hide their dependencies:
            - Basket, registered at Shop/Wiring.swift:11
            """)
        XCTAssertEqual(try Container {}.validate().description, "Nothing is wrong.")
    }

    func testSEE1_WhatADryRunSaysOfDeclarations() throws {
        let container = try Container {
            Singleton((any Orders).self) { SQLOrders() }.named("main")
            Singleton { Clock() }
            Singleton(fileID: file, line: 12) { OrderService(orders: try $0((any Orders).self, named: "main")) }
                .dependsOn(Clock.self)
        }
        assertMessage(
            failure(.invalid) { try container.dryRun() }?.faults.first,
            """
            OrderService resolves any Orders named "main", which its dependsOn does not name. [undeclared]
              path: OrderService → any Orders named "main"
              OrderService is registered at Shop/Wiring.swift:12
              fix: add (any Orders).self, named: "main" to its dependsOn.
            """)
        let mended = try Container {
            Singleton { Clock() }
            Singleton(fileID: file, line: 12) { _ in OrderService(orders: SQLOrders()) }.dependsOn(Clock.self)
        }
        assertMessage(
            try mended.dryRun().warnings.first,
            """
            OrderService names Clock in its dependsOn, but did not resolve it. [unasked]
              path: OrderService → Clock
              OrderService is registered at Shop/Wiring.swift:12
              fix: remove Clock.self from its dependsOn, unless it is resolved at other times.
            """)
    }
}
