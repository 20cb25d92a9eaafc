/// The edges of a graph of numbers.
struct EdgeList: Sendable {
    /// Where the edges from each number lead.
    private var targets: [[Int]]

    init(_ count: Int, _ edges: [(from: Int, to: Int)]) {
        targets = Array(repeating: [], count: count)
        for edge in edges { targets[edge.from].append(edge.to) }
    }

    /// The numbers, and those that edges lead to from them, directly or through others.
    func reachable(from numbers: [Int]) -> [Int] {
        guard !numbers.isEmpty else { return [] }
        var isReached = [Bool](repeating: false, count: targets.count)
        var (reached, open): ([Int], [Int]) = ([], numbers)
        while let next = open.popLast() {
            guard !isReached[next] else { continue }
            isReached[next] = true
            reached.append(next)
            open += targets[next]
        }
        return reached
    }
}
