// Places items in a row, each as near to its wish as the others allow.

enum Separation {
    /// The positions that keep order and distances and have the smallest sum of squared differences from the wishes.
    ///
    /// After subtracting the distances, this is isotonic regression. Pooling adjacent violators solves it exactly in
    /// linear time: R. Barlow, D. Bartholomew, J. Bremner, H. Brunk, "Statistical inference under order restrictions"
    /// (1972). It replaces the priority method of Sugiyama et al., which has the same aim but needs priorities.
    ///
    /// - Parameters:
    ///   - wished: The wished positions, in order.
    ///   - distance: The minimum distance from each item to the next one.
    ///   - bounds: The smallest first position and the largest last position, as far as there is room.
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
