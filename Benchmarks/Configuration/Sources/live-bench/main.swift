// Workloads for Benchmarks/count.sh: live-bench run NAME --operations N

import Armory
import ArmoryConfiguration
import Configuration

protocol Clock: Sendable { func now() -> Int }

final class FixedClock: Clock {
    func now() -> Int { 7 }
}

struct PoolSettings: Equatable, Sendable {
    let size: Int
    let host: String
    let password: Secret<String>
}

final class Pool: Sendable {
    let size: Int
    init(settings: PoolSettings) { size = settings.size }
}

@inline(never)
@_optimize(none)
func use<T>(_ value: borrowing T) {}

let container = try Container {
    Singleton(
        value: ConfigReader(provider: InMemoryProvider(values: ["pool.host": "localhost", "pool.password": "hush"])))
    Settings(PoolSettings.init, at: "pool", .key("size", default: 10, in: 1...500), .key("host"), .secret("password"))
        .reloadable()
    Reloadable(Pool.init).onShutdown { (_: Pool) in }
    Singleton((any Clock).self) { FixedClock() }
}
let settings = try container.resolve(Live<PoolSettings>.self)
let pool = try container.resolve(Live<Pool>.self)
_ = try container.resolve((any Clock).self)

let arguments = CommandLine.arguments
guard arguments.count == 5, let operations = Int(arguments[4]) else {
    fatalError("usage: live-bench run NAME --operations N")
}
switch arguments[2] {
case "baseline-empty": for number in 0..<operations { use(number) }
case "singleton": for _ in 0..<operations { use(try container.resolve((any Clock).self)) }
case "live-value": for _ in 0..<operations { use(settings.value) }
case "live-value-object": for _ in 0..<operations { use(pool.value) }
case "live-borrow": for _ in 0..<operations { use(pool.withValue { $0.size }) }
default: fatalError("no workload \(arguments[2])")
}
