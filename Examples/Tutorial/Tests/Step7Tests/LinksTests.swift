import Armory
import ArmoryTesting
import Synchronization
import Testing

@testable import Step7

struct FixedCodes: CodeMaker {
    func next() -> String { "fixed" }
}

final class Recorder: VisitSink {
    private let sent = Mutex<[String]>([])
    var lines: [String] { sent.withLock(\.self) }
    func send(_ line: String) { sent.withLock { $0.append(line) } }
}

@Suite(
    .container(try Container { links }) {
        Singleton((any LinkStore).self, MemoryStore.init)
        Singleton((any CodeMaker).self, FixedCodes.init)
        Singleton(Recorder.init).as { $0 as any VisitSink }
    })
struct LinksTests {
    @Test func savesALink() throws {
        let container = try #require(Container.current)
        let code = try container.resolve(Shortener.self).shorten("https://swift.org")
        #expect(code == "fixed")
        #expect(try container.resolve(Redirector.self).visit(code) == "https://swift.org")
    }

    @Test(.container { Singleton((any CodeMaker).self, NumberCodes.init) })
    func countsCodes() throws {
        let container = try #require(Container.current)
        #expect(try container.resolve(Shortener.self).shorten("https://swift.org") == "n1")
    }

    @Test func reportsTheStart() throws {
        let container = try #require(Container.current)
        #expect(try container.resolve(Recorder.self).lines == ["the server is up"])
    }

    @Test func savesNothingAfterAnError() async throws {
        let container = try #require(Container.current)
        await #expect(throws: CancellationError.self) {
            try await container.withScope(seeds: [ScopeSeed(Request(user: "Ada"))]) { scope in
                _ = try scope.resolve(Draft.self).add("https://swift.org")
                throw CancellationError()
            }
        }
        #expect(try container.resolve((any LinkStore).self).address(of: "fixed") == nil)
    }

    @Test func theWiringIsSound() throws {
        try expectValid(links)
    }
}
