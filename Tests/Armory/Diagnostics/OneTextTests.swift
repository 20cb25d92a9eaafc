import Armory
import ArmoryTestSupport
import XCTest

protocol NearOrders: Sendable {}
private struct Database: Sendable {}
private struct Shop: Sendable { init(orders: any NearOrders) {} }
private struct Hen: Sendable { init(egg: Egg) {} }
private struct Egg: Sendable { init(hen: Hen) {} }
private struct Report: Sendable { let number: Int }
private struct Cover: Sendable { init(report: Report) {} }
private struct CardOrders: NearOrders {}

/// E4: a fault has one text, wherever it is found.
final class OneTextTests: LeakCheckedTestCase {
    /// The registrations of one fault, which the check of the graph and an outermost resolve of `T` both find.
    private func check<T>(
        _ type: T.Type, _ code: ResolutionError.Code, line: UInt = #line,
        @ModuleBuilder _ contents: () -> [any ModuleElement]
    ) throws {
        let built = failure(.invalid, line: line) { try Container(contents) }
        let fault = built?.faults.first { $0.code == code }
        XCTAssertNotNil(fault, "\(built.map(String.init(describing:)) ?? "")", line: line)
        let unchecked = try Container(configuration: .init(validates: false), contents)
        let resolved = failure(code, line: line) { try unchecked.resolve(type) }
        XCTAssertEqual(resolved?.description, fault?.description, line: line)
    }

    func testE4_AtBuildAndAtAResolve() throws {
        try check(Shop.self, .missing) { Singleton(Shop.init) }
        try check(Shop.self, .missing) {
            Singleton(Shop.init)
            Singleton((any NearOrders).self) { CardOrders() }.named("main")
            Singleton((any NearOrders).self) { CardOrders() }.named("second")
        }
        try check(Shop.self, .missing) {
            Singleton(Shop.init)
            Singleton { CardOrders() }
            Singleton { Database() }
        }
        try check(Hen.self, .cycle) {
            Singleton(Hen.init)
            Singleton(Egg.init)
        }
        try check(Cover.self, .wrongArguments) {
            Singleton(Cover.init)
            Transient(arguments: Int.self) { Report(number: $1) }
        }
        try check(Shop.self, .asynchronous) {
            Singleton(Shop.init)
            Singleton((any NearOrders).self) { () async -> any NearOrders in CardOrders() }
        }
    }
}
