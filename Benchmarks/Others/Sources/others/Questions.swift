// What the containers do in the cases that differ by more than speed. Each answer is the text of a cell of the table.

import Contest
import Foundation
import Synchronization

enum Questions {
    static let all: [String: @Sendable (any Contender) throws -> String] = [
        "once": once, "scope": scope, "waits": waits, "crossed": crossed, "cycle": cycle, "missing": missing,
    ]

    private static let none = "–"

    /// In how many fresh containers the factory of a singleton ran more than once, or not all threads had one instance.
    private static func once(_ contender: any Contender) throws -> String {
        let rounds = 200
        var wrong = 0
        for _ in 0..<rounds {
            let runs = Counter()
            let resolve = try contender.once {
                runs.increment()
                usleep(200)
                return MemoryDatabase()
            }
            guard let resolve else { return none }
            let instances = try onThreads(8) { _ in try resolve() }
            if runs.value != 1 || !instances.allSatisfy({ $0 === instances[0] }) { wrong += 1 }
        }
        return "\(wrong) of \(rounds)"
    }

    /// How many outermost resolves returned the object of an earlier one, while an unrelated container was busy.
    private static func scope(_ contender: any Contender) throws -> String {
        let rounds = 2_000
        guard let resolve = try contender.pair({ MemoryDatabase() }),
            let unrelated = try contender.pair({
                usleep(100)
                return MemoryDatabase()
            })
        else { return none }
        let isDone = Flag()
        let counts = try onThreads(2) { thread in
            guard thread == 0 else {
                while !isDone.isSet { _ = try unrelated() }
                return 0
            }
            defer { isDone.set() }
            // Each object is held, so that no later one can have its address.
            var (seen, pairs, repeated) = (Set<ObjectIdentifier>(), [Pair](), 0)
            for _ in 0..<rounds {
                let pair = try resolve()
                guard pair.first === pair.second else { throw Surprise("two objects in one graph") }
                if !seen.insert(ObjectIdentifier(pair.first)).inserted { repeated += 1 }
                pairs.append(pair)
            }
            return repeated
        }
        return "\(counts[0]) of \(rounds)"
    }

    /// Whether a resolve in the graph scope waits for a factory of an unrelated container.
    private static func waits(_ contender: any Contender) throws -> String {
        let (isRunning, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let wasInTime = Flag()
        guard let resolve = try contender.pair({ MemoryDatabase() }),
            let unrelated = try contender.pair({
                isRunning.signal()
                if mayEnd.wait(timeout: .now() + 2) == .success { wasInTime.set() }
                return MemoryDatabase()
            })
        else { return none }
        _ = try onThreads(2) { thread in
            guard thread == 0 else {
                _ = try unrelated()
                return
            }
            isRunning.wait()
            _ = try resolve()
            mayEnd.signal()
        }
        return wasInTime.isSet ? "no" : "yes"
    }

    /// Whether two containers that resolve from each other on two threads finish.
    private static func crossed(_ contender: any Contender) throws -> String {
        let meeting = Meeting(of: 2)
        guard let resolves = try contender.crossed({ meeting.wait() }) else { return none }
        _ = try onThreads(2) { try resolves[$0]() }
        return "finishes"
    }

    /// How a cycle of two initializers ends.
    private static func cycle(_ contender: any Contender) throws -> String {
        guard let resolve = try contender.cycle() else { return none }
        do {
            keep(ObjectIdentifier(try resolve()).hashValue)
            return "an instance"
        } catch {
            return text(of: error, names: ["Left", "Right"])
        }
    }

    /// How a resolve ends if a dependency is not registered.
    private static func missing(_ contender: any Contender) throws -> String {
        do {
            guard let resolve = try contender.missing() else { return none }
            return try resolve() == nil ? "nil" : "an instance"
        } catch {
            return text(of: error, names: ["Ledger", "Database"])
        }
    }

    private static func text(of error: any Error, names: [String]) -> String {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        return names.allSatisfy("\(error)".contains) ? "an error with the path" : "an error"
    }
}

/// A container does something that no row of the table has words for.
struct Surprise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increment() {
        count.add(1, ordering: .relaxed)
    }
}

private final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .acquiring) }

    func set() {
        state.store(true, ordering: .releasing)
    }
}
