/// The median and the range of many rounds of one measurement.
struct Spread: Encodable, Sendable {
    var median: Double
    var minimum: Double
    var maximum: Double

    /// Creates the spread of one or more values.
    init(_ values: [Double]) {
        let sorted = values.sorted()
        precondition(!sorted.isEmpty, "a spread needs a value")
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        minimum = sorted[0]
        maximum = sorted[sorted.count - 1]
    }

    /// Creates the spread of a value that was measured once.
    init(single value: Double) {
        self.init([value])
    }
}

/// The percentile of sorted samples for a share of them (nearest rank).
func percentile(_ share: Double, of sorted: [UInt32]) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return Double(sorted[min(max(rank, 1), sorted.count) - 1])
}
