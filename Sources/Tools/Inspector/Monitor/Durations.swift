// Durations in little memory.

#if Inspector
/// A histogram of durations, whose buckets are at most an eighth of their value wide.
package struct Durations {
    /// The counts: eight buckets for each power of two.
    private var buckets: [UInt32] = []
    package private(set) var count = 0
    package private(set) var longest: UInt64 = 0

    package init() {}

    package mutating func add(_ nanoseconds: UInt64) {
        let bucket = Self.bucket(of: nanoseconds)
        if bucket >= buckets.count {
            buckets.append(contentsOf: repeatElement(0, count: bucket + 1 - buckets.count))
        }
        buckets[bucket] &+= 1
        count += 1
        longest = max(longest, nanoseconds)
    }

    /// The duration that a share of them did not exceed, rounded up to its bucket's end; zero if there are none.
    package func quantile(_ share: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        var rest = Int((Double(count) * share).rounded(.up))
        for (bucket, number) in buckets.enumerated() where number > 0 {
            rest -= Int(number)
            if rest <= 0 { return min(Self.end(of: bucket), longest) }
        }
        return longest
    }

    private static func bucket(of value: UInt64) -> Int {
        guard value >= 8 else { return Int(value) }
        let power = 63 - value.leadingZeroBitCount
        return (power - 2) * 8 + Int(value >> (power - 3) & 7)
    }

    private static func end(of bucket: Int) -> UInt64 {
        guard bucket >= 8 else { return UInt64(bucket) }
        let power = bucket / 8 + 2
        return (UInt64(8 + bucket % 8 + 1) << (power - 3)) &- 1
    }
}
#endif
