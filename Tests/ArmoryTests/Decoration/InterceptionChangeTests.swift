import Armory
import ArmoryTestSupport
import XCTest

/// REG13 with changes that happen while an interceptor runs.
final class InterceptionChangeTests: LeakCheckedTestCase {
    /// Does something once, before the resolve goes on.
    struct Once: Interceptor {
        let action: Shelf<(@Sendable () throws -> Void)?>

        func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T {
            let action = action.value
            self.action.value = nil
            try action?()
            return try proceed()
        }
    }

    func testO2_WhatIsReplacedMeanwhileIsStillMadeInTheViewOfItsContainer() throws {
        let action = Shelf<(@Sendable () throws -> Void)?>(nil)
        let parent = try Container {
            Singleton((any Parcel).self) { Wrapping(Core("old"), stamp: try $0()) }
            Singleton { Stamp("parent") }
            Intercepted((any Parcel).self, by: Once(action: action))
        }
        let child = try Container(parents: [parent]) { Singleton { Stamp("child") } }
        action.value = { try parent.replace(Singleton((any Parcel).self) { Core("new") }) }
        XCTAssertEqual(try child.resolve((any Parcel).self).layers, ["old", "parent"])
        XCTAssertEqual(try child.resolve((any Parcel).self).layers, ["new"])
        assertThreadIsIdle()
    }

    func testREG13_WhatIsResetOrRemovedMeanwhileGoesToTheAskerAndIsNotKept() throws {
        let action = Shelf<(@Sendable () throws -> Void)?>(nil)
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Intercepted((any Parcel).self, by: Once(action: action))
        }
        let first = try container.resolve((any Parcel).self)
        action.value = { try container.reset((any Parcel).self) }
        let second = try container.resolve((any Parcel).self)
        XCTAssertFalse(second === first)
        XCTAssertTrue(try container.resolve((any Parcel).self) === second)
        action.value = { try container.remove((any Parcel).self) }
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core"])
        failure(.removed) { try container.resolve((any Parcel).self) }
        assertThreadIsIdle()
    }

    func testREG13_TheContainerIsClosedMeanwhile() throws {
        let action = Shelf<(@Sendable () throws -> Void)?>(nil)
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Intercepted((any Parcel).self, by: Once(action: action))
        }
        action.value = { container.close() }
        failure(.closed) { try container.resolve((any Parcel).self) }
        assertThreadIsIdle()
    }

    func testREG13_AnInterceptorLoadsAModuleThatDecoratesWhatItRunsAround() throws {
        let action = Shelf<(@Sendable () throws -> Void)?>(nil)
        let module = Module { Decorator.wrapping("d") }
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Intercepted((any Parcel).self, by: Once(action: action))
        }
        action.value = { try container.load(module) }
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core"])
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core", "d"])
    }

    func testREG12_AClosureWithTypedParametersIsAutowired() throws {
        let container = try Container {
            Singleton((any Parcel).self) { Core() }
            Singleton { Stamp("typed") }
            Decorator((any Parcel).self) { (parcel: any Parcel, stamp: Stamp, missing: Partner?) in
                Wrapping(parcel, missing == nil ? stamp.text : "there")
            }
        }
        XCTAssertEqual(try container.resolve((any Parcel).self).layers, ["core", "typed"])
        XCTAssertEqual(try container.validate().opaque.count, 0, "what it needs is known")
    }
}
