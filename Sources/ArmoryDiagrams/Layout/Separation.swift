// Things in a row, each as near to where it would be as the others let it.

enum Separation {
    /// Places that keep their order and their distances and differ least from what is wished, by the sum of squares.
    ///
    /// With the distances taken off, this is isotonic regression, which pooling adjacent violators solves exactly in linear time:
    /// R. Barlow, D. Bartholomew, J. Bremner, H. Brunk, "Statistical inference under order restrictions" (1972). It takes the
    /// place of the priority method of Sugiyama et al.: the same end, with no priorities to choose.
    /// - Parameters:
    ///   - wished: Where each would be, in order.
    ///   - distance: From each to the next one at least.
    ///   - bounds: Where the first may be at least and the last at most, as far as there is room.
    static func placed(
        _ wished: [Double], distance: (Int) -> Double, within bounds: ClosedRange<Double>
    ) -> [Double] {
        guard !wished.isEmpty else { return [] }
        var offsets = [0.0]
        for place in 0..<(wished.count - 1) { offsets.append(offsets[place] + distance(place)) }

        var pools: [(sum: Double, count: Int)] = []
        for place in wished.indices {
            var pool = (sum: wished[place] - offsets[place], count: 1)
            while let last = pools.last, last.sum * Double(pool.count) > pool.sum * Double(last.count) {
                pool = (last.sum + pool.sum, last.count + pool.count)
                pools.removeLast()
            }
            pools.append(pool)
        }

        let lowest = bounds.lowerBound
        let highest = max(lowest, bounds.upperBound - (offsets.last ?? 0))
        var result: [Double] = []
        result.reserveCapacity(wished.count)
        for pool in pools {
            let value = min(max(pool.sum / Double(pool.count), lowest), highest)
            for _ in 0..<pool.count { result.append(value + offsets[result.count]) }
        }
        return result
    }
}
