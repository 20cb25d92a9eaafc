#if os(Linux)
import Armory
import ArmoryTestSupport
import Synchronization
import XCTest

/// M3: an instance is retained while its slot is protected, by the pin or as a loan.
///
/// An optimised build alone can get this wrong: a store orders no retain, so the optimiser may move one past the store
/// that ends the protection, and what is then retained may be freed already. The test looks at the very retain.
final class RetainedWhilePinnedTests: XCTestCase {
    private final class Service: Sendable {}

    private func container() throws -> (Container, ObjectIdentifier) {
        let container = try Container {
            Singleton { Service() }
            Transient([Service].self) { [try $0()] }
        }
        return (container, ObjectIdentifier(try container.resolve(Service.self)))
    }

    func testM3_AReadyInstanceIsRetainedBeforeTheLookUpEnds() throws {
        let (container, object) = try container()
        XCTAssertEqual(try Retains.first(of: object) { try container.resolve(Service.self) }, .protected)
        XCTAssertEqual(try Retains.first(of: object) { try container.resolveOptional(Service.self) }, .protected)
        XCTAssertEqual(try Retains.first(of: object) { try container.resolve([Service].self) }, .protected)
    }

    func testM3_WhatIsKeptOfALoanIsRetainedBeforeTheLoanEnds() throws {
        let (container, object) = try container()
        XCTAssertEqual(try Retains.first(of: object) { try container.with(Service.self) { copy $0 } }, .protected)
    }

    func testTheRetainOfWhatIsNotProtectedIsSeen() throws {
        let service = Service()
        let shelf = Shelf<Service?>(nil)
        XCTAssertEqual(try Retains.first(of: ObjectIdentifier(service)) { shelf.value = service }, .unprotected)
    }
}

/// Sees the retains of one object, by the hook that the runtime has for that.
private enum Retains {
    enum Outcome: Int {
        case none, protected, unprotected
    }

    private typealias Retain = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

    private static let watched = Atomic<UInt>(0)
    private static let outcome = Atomic<Int>(0)
    private static let original = Atomic<UInt>(0)

    /// What protected the object at its first retain in `body`.
    ///
    /// The hook is there for that time alone: it is not made for every retain of a program.
    @inline(never)
    static func first<R>(of object: ObjectIdentifier, in body: () throws -> R) throws -> Outcome {
        let pointer = unsafe try XCTUnwrap(dlsym(nil, "_swift_retain"))
        let isHooked = unsafe try XCTUnwrap(
            dlsym(nil, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"))
        if original.load(ordering: .relaxed) == 0 {
            original.store(unsafe pointer.load(as: UInt.self), ordering: .relaxed)
            unsafe pointer.storeBytes(of: unsafeBitCast(hook, to: UInt.self), as: UInt.self)
        }
        outcome.store(Outcome.none.rawValue, ordering: .relaxed)
        watched.store(UInt(bitPattern: object), ordering: .relaxed)
        unsafe isHooked.storeBytes(of: true, as: Bool.self)
        defer { unsafe isHooked.storeBytes(of: false, as: Bool.self) }
        let result = try body()
        return withExtendedLifetime(result) { Outcome(rawValue: outcome.load(ordering: .relaxed)) ?? .none }
    }

    private static let hook: Retain = { object in
        if let object = unsafe object, UInt(bitPattern: object) == watched.load(ordering: .relaxed) {
            watched.store(0, ordering: .relaxed)
            let record = unsafe ThreadContext.current.hazards
            let lent = unsafe record.pointee.borrowTop.load(ordering: .relaxed)
            let isLent = unsafe lent > record.pointee.borrowBase.load(ordering: .relaxed)
            let isProtected = unsafe isLent || record.pointee.pin.load(ordering: .relaxed) == 1
            outcome.store((isProtected ? Outcome.protected : .unprotected).rawValue, ordering: .relaxed)
        }
        let retain = unsafe unsafeBitCast(original.load(ordering: .relaxed), to: Retain.self)
        return unsafe retain(object)
    }
}
#endif
