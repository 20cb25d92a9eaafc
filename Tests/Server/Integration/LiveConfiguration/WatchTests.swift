#if Configuration && Logging && ServiceLifecycle
import Armory
import ArmoryConfiguration
import ArmoryTestSupport
import Configuration
import Foundation
import InMemoryLogging
import Logging
import ServiceLifecycle
import SystemPackage
import XCTest

// A file that changes, and a container that follows it.
final class WatchTests: LeakCheckedTestCase {
    func testAFileThatChangesIsFollowedAndABadOneIsNot() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "armory-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: path) }
        var stamp = Date(timeIntervalSince1970: 1_000_000)
        /// Writes the file with a new time, because the provider compares times of a second.
        func write(_ text: String) throws {
            stamp += 60
            try Data(text.utf8).write(to: path, options: .atomic)
            try FileManager.default.setAttributes([.modificationDate: stamp], ofItemAtPath: path.path())
        }
        try write(#"{"pool": {"size": 1}}"#)
        let log = InMemoryLogHandler()
        var logger = Logger(label: "provider") { _ in log }
        logger.logLevel = .debug
        let provider = try await ReloadingFileProvider<JSONSnapshot>(
            filePath: FilePath(path.path()), pollInterval: .milliseconds(5), logger: logger)
        let container = try Container {
            Singleton(configuration: ["the environment": InMemoryProvider(values: [:]), "the file": provider])
            Settings.pool.reloadable()
        }
        let live = try container.resolve(Live<PoolSettings>.self)
        let (changes, change) = AsyncStream.makeStream(of: Int.self)
        let (failures, fail) = AsyncStream.makeStream(of: [String].self)
        live.onChange { _, new in change.yield(new.size) }
        let polls = Task { try await provider.run() }
        let watch = Task { try await container.watchConfiguration { fail.yield(faults($0).map(\.description)) } }
        var nextChange = changes.makeAsyncIterator()
        var nextFailure = failures.makeAsyncIterator()

        try write(#"{"pool": {"size": 2}}"#)
        let second = await nextChange.next()
        XCTAssertEqual(second, 2)
        XCTAssertEqual(live.value.size, 2)

        try write(#"{"pool": {"size": 900, "label": 5}}"#)
        let bad = await nextFailure.next()
        XCTAssertEqual(
            bad,
            [
                "pool.size is not accepted: expected Int in 1...500, found 900 in the file",
                "pool.label cannot be read: expected String, found 5 in the file",
            ])
        XCTAssertEqual(live.value.size, 2)

        // The provider keeps its last snapshot, so this is no failure of a reload.
        try write(#"{"pool": {"#)
        // The provider logs an error of its own when a poll has read the file.
        let limit = ContinuousClock.now + .seconds(60)
        func isRefused() -> Bool { log.entries.contains { $0.metadata["error"] != nil } }
        while !isRefused(), ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(1)) }
        XCTAssertTrue(isRefused(), "no poll has read the file")
        XCTAssertEqual(live.value.size, 2)

        try write(#"{"pool": {"size": 3}}"#)
        let third = await nextChange.next()
        XCTAssertEqual(third, 3)
        watch.cancel()
        polls.cancel()
        _ = await (watch.result, polls.result)
        try await container.shutdown()
    }
}
#endif
