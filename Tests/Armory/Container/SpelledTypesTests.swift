import Armory
import ArmoryTestSupport
import XCTest

private protocol Repository<Entity>: Sendable { associatedtype Entity }
private protocol Pair<Second, First>: Sendable { associatedtype First; associatedtype Second }
private protocol Closing: AnyObject, Sendable {}
private struct Holder: Sendable { init(repository: any Repository<Int>) {} }
private struct Crate<T>: Sendable {}

/// E1: a type in a message can be pasted into source code.
final class SpelledTypesTests: LeakCheckedTestCase {
    private func spelled<T>(_ type: T.Type, line: UInt = #line) throws -> String? {
        let container = try Container {}
        return failure(.missing, line: line) { try container.resolve(T.self) }?.key
    }

    func testE1_ProtocolsWithGivenTypes() throws {
        XCTAssertEqual(try spelled((any Repository<Int>).self), "any Repository<Int>")
        XCTAssertEqual(
            try spelled((any Repository<any Repository<String>>).self), "any Repository<any Repository<String>>")
        XCTAssertEqual(try spelled(Crate<any Repository<Int>>.self), "Crate<any Repository<Int>>")
        XCTAssertEqual(try spelled((any AsyncSequence<Int, Never>).self), "any AsyncSequence<Int, Never>")
        // The runtime has them in another order than the source.
        XCTAssertEqual(try spelled((any Pair<Int, String>).self), "any Pair<First == String, Second == Int>")
        XCTAssertEqual(try spelled((any Closing & Repository<Int>).self), "any Closing & Repository<Int>")
    }

    func testE1_ClosuresAreInParentheses() throws {
        XCTAssertEqual(try spelled(((Int) -> Void).self), "(Int) -> ()")
        let error = failure(.invalid) {
            try Container {
                Singleton(Crate<Int>.self) { Crate() }.dependsOn(((Int) -> Void)?.self, [() -> String].self)
            }
        }
        XCTAssertEqual(error?.faults.map(\.key), ["[() -> String]"])
        let key = try spelled(Crate<((Int) throws -> Void)?>.self)
        XCTAssertEqual(key, "Crate<Optional<(Int) throws -> ()>>")
        let container = try Container { Transient(arguments: (@Sendable (Int) -> Void)?.self) { _, _ in 7 } }
        let mismatch = failure(.wrongArguments) { try container.resolve(Int.self, arguments: 7) }?.description
        XCTAssertTrue(mismatch?.contains("of type (@Sendable (Int) -> ())?, not Int") ?? false, mismatch ?? "")
    }

    func testE1_AnyHasNoSecondAny() throws {
        XCTAssertEqual(try spelled(Any.self), "Any")
        XCTAssertEqual(try spelled(AnyObject.self), "AnyObject")
        XCTAssertEqual(try spelled((any Closing).self), "any Closing")
        XCTAssertEqual(try spelled((any Closing.Type).self), "any Closing.Type")
    }

    func testE1_AFixHasTheTypeAsAnArgument() throws {
        let container = try Container {
            Singleton { r in Holder(repository: try r.resolve()) }.dependsOn()
            Singleton((any Repository<Int>).self) { IntRepository() }
        }
        let fix = failure(.invalid) { try container.validate(dryRun: true) }?.faults.first?.fix
        XCTAssertEqual(fix, "add (any Repository<Int>).self to its dependsOn.")
    }

    private struct IntRepository: Repository { typealias Entity = Int }

    /// What the library makes itself is registered nowhere.
    func testE1_ATypeWithoutARegistrationHasNoPlace() throws {
        let container = try Container { Singleton { 7 } }
        container.close()
        let texts = [
            failure(.closed) { try container.resolve(Int?.self) },
            failure(.closed) { try container.resolve([Int].self) },
            failure(.closed) { try container.resolve(Owned<Int>.self) },
        ].map { $0?.description ?? "" }
        for text in texts { XCTAssertFalse(text.contains("ArmoryCore/") || text.contains(":0"), text) }
    }
}
