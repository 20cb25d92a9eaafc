// LeakSanitizer's look at the process, taken while XCTest still holds its tests.

import Foundation
import XCTest

/// Has LeakSanitizer look when the last test is over; it ends the process where it finds a leak.
///
/// By itself it looks when the process ends. Then XCTest holds its tests no more, has not freed them, and each is a leak.
enum LeakSanitizer {
    /// Asked for by every test; done once.
    static let isAwaited: Bool = {
        guard unsafe dlsym(nil, symbol) != nil else { return false }
        XCTestObservationCenter.shared.addTestObserver(Observer())
        return true
    }()

    private static let symbol = "__lsan_do_leak_check"

    private final class Observer: NSObject, XCTestObservation {
        func testBundleDidFinish(_ testBundle: Bundle) {
            typealias Look = @convention(c) () -> Void
            guard let look = unsafe dlsym(nil, symbol) else { return }
            unsafe unsafeBitCast(look, to: Look.self)()
        }
    }
}
