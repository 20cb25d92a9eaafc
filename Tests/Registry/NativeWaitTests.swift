// A library's entries and native registrations that wait for each other.

import Armory
import ArmoryRegistry
import ArmoryTestSupport
import XCTest

final class NativeWaitTests: RegistryTestCase {
    /// One thread makes an entry's instance and asks for the native one; the other one makes that and asks for the entry's.
    ///
    ///     thread 0:  entry  --> native  (waits for thread 1)
    ///     thread 1:  native --> entry   (waits for thread 0)
    func testC2_ACircleOfWaitsThroughANativeContainerIsAnError() throws {
        for _ in 0..<StressScale.scaled(200, underThreadSanitizer: 50) {
            let registry = Registry()
            registry.register()
            let (entryRuns, nativeRuns) = (Latch(), Latch())
            let native = Late<Armory.Container>()
            let entry: @Sendable () throws -> Item = {
                let made = try registry.item {
                    entryRuns.open()
                    nativeRuns.wait()
                    let container = try XCTUnwrap(native.value)
                    return Item(try container.resolve(Int.self))
                }
                return try XCTUnwrap(made)
            }
            let container = try Armory.Container {
                Armory.Singleton(Int.self) {
                    nativeRuns.open()
                    entryRuns.wait()
                    return try entry().number
                }
            }
            native.value = container
            // Its factory leads back to it.
            defer { native.value = nil }
            let results = race(threads: 2) { thread in
                _ = try thread == 0 ? entry().number : container.resolve(Int.self)
            }
            for result in results {
                XCTAssertThrowsError(try result.get()) { error in
                    XCTAssert("\(error)".contains("Item") && "\(error)".contains("Int"), "\(error)")
                }
            }
        }
    }
}

/// What is there only later.
private final class Late<T: Sendable>: Sendable {
    private let stored = Locked<T?>(nil)

    var value: T? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}
