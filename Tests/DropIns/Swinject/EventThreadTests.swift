// Subscribers, while other threads change what they are told of.

import Armory
import ArmorySwinject
import ArmoryTestSupport
import XCTest

private typealias Container = Swinject.Container

private final class Ends: EventSubscriber {
    let count = Locked(0)

    func receive(_ event: ContainerEvent) { if case .closed = event { count.withLock { $0 += 1 } } }
}

final class EventThreadTests: SwinjectTestCase {
    func testEventsTellOfAnEntryWhoseSettingsChange() {
        let container = Container(subscribers: [Ends()])
        let entry = container.register(Cat.self) { _ in Cat() }.inObjectScope(.transient)
        let shared = Shared((container, entry))
        let rounds = StressScale.scaled(20_000)
        let results = race(threads: 6) { number in
            for _ in 0..<rounds {
                if number > 3 {
                    XCTAssertNotNil(shared.value.0.resolve(Cat.self))
                } else {
                    shared.value.1.inObjectScope(ObjectScope(storageFactory: TransientStorage.init))
                }
            }
        }
        for result in results { XCTAssertNoThrow(try result.get()) }
    }

    func testAFurtherTypeThatIsTheEntrysOwnEndsNothing() {
        let log = Ends()
        let container = Container(subscribers: [log])
        let entry = container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
        let cat = container.resolve(Cat.self)
        entry.implements(Cat.self)
        XCTAssertTrue(container.resolve(Cat.self) === cat)
        XCTAssertEqual(log.count.withLock { $0 }, 0)
    }

    /// An entry outlives its container: a further type does nothing then.
    func testAFurtherTypeWhileTheContainerEnds() {
        for _ in 0..<StressScale.scaled(1_000) {
            let container = Locked<Container?>(Container())
            let entry = container.withLock { Shared($0?.register(Cat.self) { _ in Cat() }) }
            let results = race(threads: 2) { number in
                if number == 0 {
                    for _ in 0..<20 { entry.value?.implements((any Animal).self) }
                } else {
                    let last = container.withLock { container in
                        defer { container = nil }
                        return Shared(container)
                    }
                    withExtendedLifetime(last) {}
                }
            }
            for result in results { XCTAssertNoThrow(try result.get()) }
        }
    }
}
