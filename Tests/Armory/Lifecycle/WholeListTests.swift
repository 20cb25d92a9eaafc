import Armory
import ArmoryTestSupport
import Foundation
import XCTest

private protocol Rule: Sendable {}

private final class Check: Rule, @unchecked Sendable {  // As `Counted`.
    private let life = Counted()
}

private struct Guards: Sendable {
    let rules: [any Rule]
    init(rules: [any Rule]) { self.rules = rules }
}

private struct Doors: Sendable {
    let rules: [RegistrationName: any Rule]
    init(rules: [RegistrationName: any Rule]) { self.rules = rules }
}

private struct AwaitedGuards: Sendable {
    let rules: [any Rule]
    init(rules: [any Rule]) async { self.rules = rules }
}

private struct AwaitedDoors: Sendable {
    let rules: [RegistrationName: any Rule]
    init(rules: [RegistrationName: any Rule]) async { self.rules = rules }
}

/// C10: a list that is resolved while its scope or container closes is whole, or an error.
final class WholeListTests: LeakCheckedTestCase {
    private static let count = 20
    private static let rounds = 2_000

    private func application(awaiting: Bool = false, in tag: ScopeTag? = .request) throws -> Container {
        try Container {
            for number in 0..<Self.count {
                let name = RegistrationName("\(number)")
                if let tag {
                    if awaiting {
                        Scoped((any Rule).self) { _ async throws in
                            await Task.yield()
                            return Check()
                        }.named(name).in(tag)
                    } else {
                        Scoped((any Rule).self) { Check() }.named(name).in(tag)
                    }
                } else {
                    Singleton((any Rule).self) { Check() }.named(name)
                }
            }
            if awaiting {
                Transient(AwaitedGuards.init)
                Transient(AwaitedDoors.init)
            } else {
                Transient(Guards.init)
                Transient(Doors.init)
            }
        }
    }

    /// Resolves in a container that another thread closes, and fails if a result is torn.
    private func assertWhole(
        _ rounds: Int = WholeListTests.rounds, opening open: () throws -> Container, file: StaticString = #filePath,
        line: UInt = #line, _ count: @escaping @Sendable (Container) throws -> Int
    ) throws {
        var (whole, closed, torn) = (0, 0, [Int]())
        for round in 0..<rounds {
            let container = try open()
            let results = race(threads: 2) { thread -> Int in
                guard thread == 1 else { return try count(container) }
                for _ in 0..<(round % 50) { _ = container.scope }
                container.close()
                return Self.count
            }
            switch results[0] {
            case .success(Self.count): whole += 1
            case .success(let count): torn.append(count)
            case .failure(let error):
                closed += 1
                XCTAssertEqual((error as? ResolutionError)?.code, .closed, "\(error)", file: file, line: line)
            }
        }
        XCTAssertEqual(torn, [], file: file, line: line)
        print("[count] lists that met a close: \(whole) whole, \(closed) closed")
    }

    func testC10_AListOfAScopeIsWholeOrClosed() throws {
        let application = try application()
        try assertWhole(opening: { try application.openScope() }) { try $0.resolve([any Rule].self).count }
    }

    func testC10_AListThatAsksForAllIsWholeOrClosed() throws {
        let application = try application()
        try assertWhole(opening: { try application.openScope() }) { try $0.resolve([any Rule].self).count }
    }

    func testC10_AnOptionalListIsWholeOrClosed() throws {
        let application = try application()
        try assertWhole(opening: { try application.openScope() }) { try $0.resolve([any Rule]?.self)?.count ?? 0 }
    }

    func testC10_AMapIsWholeOrClosed() throws {
        let application = try application()
        try assertWhole(opening: { try application.openScope() }) {
            try $0.resolve([RegistrationName: any Rule].self).count
        }
    }

    func testC10_AnAutowiredListIsWholeOrClosed() throws {
        let application = try application()
        try assertWhole(opening: { try application.openScope() }) { try $0.resolve(Guards.self).rules.count }
        try assertWhole(500, opening: { try application.openScope() }) { try $0.resolve(Doors.self).rules.count }
    }

    func testC10_AListOfAContainerIsWholeOrClosed() throws {
        try assertWhole(300, opening: { try self.application(in: nil) }) { try $0.resolve([any Rule].self).count }
    }

    func testC10_AListThatAwaitsIsWholeOrClosed() async throws {
        for form in 0..<6 {
            let application = try application(awaiting: true)
            var torn: [Int] = []
            for round in 0..<250 {
                let scope = try application.openScope()
                let list = Task {
                    switch form {
                    case 0: try await scope.resolveAsync([any Rule].self).count
                    case 1: try await scope.resolveAsync([RegistrationName: any Rule].self).count
                    case 2: try await scope.resolveAsync(AwaitedGuards.self).rules.count
                    case 3: try await scope.resolveAsync(AwaitedDoors.self).rules.count
                    case 4: try await scope.resolve(Lazy<[any Rule]>.self).resolveAsync().count
                    default: try await scope.resolveAsync([any Rule]?.self)?.count ?? 0
                    }
                }
                for _ in 0..<(round % 40) { await Task.yield() }
                scope.close()
                switch await list.result {
                case .success(Self.count): break
                case .success(let count): torn.append(count)
                case .failure(let error): XCTAssertEqual((error as? ResolutionError)?.code, .closed, "\(error)")
                }
            }
            XCTAssertEqual(torn, [])
        }
    }

    func testC10_AClosedScopeHasNoEmptyList() async throws {
        let scope = try application().openScope()
        scope.close()
        failure(.closed) { try scope.resolve([any Rule].self) }
        failure(.closed) { try scope.resolve([any Rule].self) }
        failure(.closed) { try scope.resolve([RegistrationName: any Rule].self) }
        failure(.closed) { try scope.resolve([any Sendable].self) }
        failure(.closed) { try scope.resolve((any Rule)?.self, named: "3") }
        await failure(.closed) { try await scope.resolveAsync([any Rule].self) }
    }
}
