import Armory
import ArmoryTestSupport

/// What the tests of this folder resolve.
protocol Clock: Sendable {
    var hour: Int { get }
}

struct SystemClock: Clock {
    let hour = 23
}

struct FixedClock: Clock {
    let hour: Int
}

final class Greeter: Sendable {
    private let life = Counted()
    let clock: any Clock
    init(clock: any Clock) { self.clock = clock }
    var greeting: String { clock.hour < 12 ? "Good morning" : "Good evening" }
}

final class Doorman: Sendable {
    private let life = Counted()
    let greeter: Greeter
    init(greeter: Greeter) { self.greeter = greeter }
}

final class Door: Sendable {
    private let life = Counted()
}

let shop = Module("shop") {
    Singleton((any Clock).self, SystemClock.init)
    Singleton(Greeter.init)
    Singleton { Door() }
    Transient(Doorman.init)
}

/// One for all tests, as a program's tests may have it: each derives its own.
let application: Container = {
    do { return try Container { shop } } catch { preconditionFailure("\(error)") }
}()
