// How much memory the process uses.

import Foundation

package enum Heap {
    /// The bytes of the heap that are allocated, in all threads; where the allocator does not tell, the bytes of the
    /// process that are resident.
    package static var inUse: Int {
        // A sanitizer has an allocator of its own.
        typealias Bytes = @convention(c) () -> Int
        if let symbol = unsafe dlsym(nil, "__sanitizer_get_current_allocated_bytes") {
            return unsafe unsafeBitCast(symbol, to: Bytes.self)()
        }
        #if os(Linux) && arch(x86_64)
        // `mallinfo2` is not in the Glibc module. It returns ten words through the address it is given first.
        typealias MallInfo = @convention(c) (UnsafeMutablePointer<Int>) -> UnsafeMutableRawPointer
        if let symbol = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: 0), "mallinfo2") {
            return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 10) { words in
                _ = unsafe unsafeBitCast(symbol, to: MallInfo.self)(words.baseAddress.unsafelyUnwrapped)
                // hblkhd (mapped) and uordblks (in the arenas): malloc.h's order.
                return unsafe words[4] + words[7]
            }
        }
        #endif
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * 4096
    }

    /// The bytes by which the heap grows in one round: the median of some rounds.
    ///
    /// The heap belongs to the whole process. A thread of an earlier test may allocate or free memory meanwhile, and an
    /// array of the test may double. Either changes few rounds, but a leak shows in every round.
    package static func growth(rounds: Int = 5, _ round: (_ number: Int) throws -> Void) rethrows -> Int {
        median(
            try (0..<rounds).map { number in
                let before = inUse
                try round(number)
                return inUse - before
            })
    }

    /// The bytes by which the heap grows in one asynchronous round: the median of some rounds.
    ///
    /// Threads of earlier tests and arrays that double change few rounds, but a leak shows in every round.
    package static func growth(rounds: Int = 5, _ round: (_ number: Int) async throws -> Void) async rethrows -> Int {
        var growths: [Int] = []
        growths.reserveCapacity(rounds)
        for number in 0..<rounds {
            let before = inUse
            try await round(number)
            growths.append(inUse - before)
        }
        return median(growths)
    }

    private static func median(_ numbers: [Int]) -> Int { numbers.sorted()[numbers.count / 2] }
}
