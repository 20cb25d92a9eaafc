/// The number of rounds of each measurement.
let roundCount = 15

/// Calls `body` for each of `count` contenders, in 15 rounds.
///
/// The rounds are interleaved, so a machine that gets slower or faster affects all contenders alike. Each round begins
/// with another contender, so that no contender always follows the same one.
///
/// - Returns: For each contender, the results of its rounds.
func interleaved<Result>(
    _ count: Int, progress: Progress, name: (Int) -> String, _ body: (Int) throws -> Result
) rethrows -> [[Result]] {
    var results = [[Result]](repeating: [], count: count)
    for round in 0..<roundCount {
        for step in 0..<count {
            let contender = (step + round) % count
            progress.show("round \(round + 1) of \(roundCount): \(name(contender))")
            results[contender].append(try body(contender))
        }
    }
    progress.clear()
    return results
}

/// The number of operations that take about `milliseconds`.
func calibrated(milliseconds: Double, _ body: (Int) throws -> Void) rethrows -> Int {
    var operations = 64
    while true {
        let time = try Clock.time { try body(operations) } / 1_000_000
        if time >= milliseconds / 4 {
            return max(1, Int(Double(operations) * milliseconds / time))
        }
        operations *= 2
    }
}
