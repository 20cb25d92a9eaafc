// Orders groups that need each other so that few arrows contradict the order.

/// The order of groups that need each other.
///
/// The heuristic of P. Eades, X. Lin, W. F. Smyth, "A fast and effective heuristic for the feedback arc set problem",
/// Information Processing Letters 47 (1993), with weights.
enum GroupOrder {
    /// The units in an order in which little weight leads from a later unit to an earlier one.
    ///
    /// - Complexity: O(units² + pairs).
    static func order(_ units: [Int], _ weights: [(from: Int, to: Int, weight: Int)]) -> [Int] {
        var place: [Int: Int] = [:]
        for (number, unit) in units.enumerated() { place[unit] = number }
        let count = units.count
        var leaving = Array(repeating: [(to: Int, weight: Int)](), count: count)
        var coming = leaving
        var out = Array(repeating: 0, count: count)
        var into = out
        for (from, to, weight) in weights {
            guard let from = place[from], let to = place[to], from != to else { continue }
            leaving[from].append((to, weight))
            coming[to].append((from, weight))
            out[from] += weight
            into[to] += weight
        }
        var left = Array(0..<count)
        var first: [Int] = []
        var last: [Int] = []
        while !left.isEmpty {
            // A unit without needs goes to the end, a unit that no unit needs to the beginning. If there is neither,
            // the unit with the largest surplus of needs goes to the beginning.
            let isSink = left.firstIndex { out[$0] == 0 }
            let chosen =
                isSink ?? left.firstIndex { into[$0] == 0 }
                ?? left.indices.max {
                    (out[left[$0]] - into[left[$0]], -left[$0]) < (out[left[$1]] - into[left[$1]], -left[$1])
                }
            guard let chosen else { break }
            let unit = left.remove(at: chosen)
            if isSink == nil { first.append(unit) } else { last.append(unit) }
            for (target, weight) in leaving[unit] { into[target] -= weight }
            for (source, weight) in coming[unit] { out[source] -= weight }
        }
        return (first + last.reversed()).map { units[$0] }
    }
}
