import Armory
import ArmoryTestSupport
import XCTest

private final class SQLStore: HintStore {}
private struct Db: Sendable {}
private struct Repo: Sendable { init(db: Db, retries: Int = 3) {} }

private let file: StaticString = "Shop/Wiring.swift"

/// E1: what an error says of a parameter that cannot be given a source.
final class DecoratorHintTests: LeakCheckedTestCase {
    /// The text of the one fault that a check of the graph finds.
    private func fault(
        _ code: ResolutionError.Code, @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) -> ResolutionError? {
        let faults = failure(.invalid) { try Container(contents) }?.faults
        XCTAssertEqual(faults?.map(\.code), [code])
        return faults?.first
    }

    func testE1_AParameterOfADecoratorHasNoPosition() {
        struct Logged: HintStore { init(store: any HintStore, level: Int) {} }
        assertErrorText(
            fault(.missing) {
                Transient((any HintStore).self, fileID: file, line: 9) { SQLStore() }
                Decorator((any HintStore).self, Logged.init)
            }, "missing: for a parameter of a decorator")
    }

    func testE1_AParameterWhoseSourceCannotBeGivenIsResolvedInAClosure() {
        struct Logged: HintStore { init(store: any HintStore, db: Db) {} }
        let decorated = fault(.missing) {
            Transient((any HintStore).self) { SQLStore() }
            Decorator((any HintStore).self, Logged.init)
            Singleton { Db() }.named("main")
        }
        assertErrorText(decorated, "missing: a parameter of a decorator near a name")
        let awaiting = fault(.missing) {
            Singleton { (db: Db) async in Repo(db: db) }
            Singleton { Db() }.named("main")
        }
        XCTAssertEqual(awaiting?.fix, decorated?.fix)
        assertErrorText(
            fault(.missing) { Singleton { (retries: Int) async in Repo(db: Db(), retries: retries) } },
            "missing: a parameter of an async initializer with a default value")
    }
}
