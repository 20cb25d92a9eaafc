// Types with each lifetime, for InjectableTests.

#if Macros
import ArmoryMacros
import Foundation

@Injectable(.shared)
final class Cache: Sendable {}

@Injectable(.graph)
final class Transfer {
    init() {}
}

@Injectable
final class Both {
    let first: Transfer
    let second: Transfer
    init(first: Transfer, second: Transfer) {
        self.first = first
        self.second = second
    }
}

@Injectable(.kept(TimeToLive(.seconds(60))))
final class Rates: Sendable {}

@Injectable(.singleton(eager: true))
final class Eager: Sendable {
    init(log: Log) { log.add("eager") }
}

final class Log: Sendable {
    private let lines = Mutexed()
    func add(_ line: String) { lines.change { $0.append(line) } }
    var all: [String] { lines.change { $0 } }
}

final class Mutexed: @unchecked Sendable {  // Each access holds the lock.
    private var lines: [String] = []
    private let lock = NSLock()
    func change<T>(_ body: (inout [String]) -> T) -> T { lock.withLock { body(&lines) } }
}

@Injectable
struct Repository<Model: Sendable>: Sendable {
    let database: Database
    var model: Model.Type { Model.self }
}

@Injectable(.singleton)
struct Two: Sendable {
    let made: String
    init(text: String) { made = "text" }
    @InjectableInit init(database: Database) { made = "database" }
}
#endif
