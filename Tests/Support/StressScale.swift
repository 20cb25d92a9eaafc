// How much a stress test does.

import Foundation

/// The factor by which every stress test multiplies its counts.
///
/// `ARMORY_STRESS` sets it: 0.01 for a quick look, 100 for a night. The default is 1.
package enum StressScale {
    package static let factor: Double = {
        guard let text = ProcessInfo.processInfo.environment["ARMORY_STRESS"] else { return 1 }
        guard let factor = Double(text), factor > 0, factor.isFinite else {
            fatalError("ARMORY_STRESS is \"\(text)\", which is no factor above 0")
        }
        return factor
    }()

    /// Whether the full counts run, so that exhaustive tests try every case.
    ///
    /// Below 1 they try a sample.
    package static let isFull = factor >= 1

    /// Whether ThreadSanitizer watches this process, which makes it some ten times as slow.
    package static let isThreadSanitized = unsafe dlsym(nil, "__tsan_init") != nil

    /// Whether AddressSanitizer watches this process: its allocator and its frames are not the usual ones.
    package static let isAddressSanitized = unsafe dlsym(nil, "__asan_init") != nil

    /// The count to run where `count` is the usual one; never less than 1.
    package static func scaled(_ count: Int) -> Int {
        max(1, Int((Double(count) * factor).rounded()))
    }

    /// The scaled count, but never less than `least`, which is what the test needs to prove anything.
    package static func scaled(_ count: Int, atLeast least: Int) -> Int {
        max(least, scaled(count))
    }

    /// The count to run where ThreadSanitizer is too slow for the usual one.
    package static func scaled(_ count: Int, underThreadSanitizer fewer: Int) -> Int {
        scaled(isThreadSanitized ? fewer : count)
    }
}
