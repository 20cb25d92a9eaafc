// Clones of singletons, and push and pop, of factories with an instance for each parameter.

import ArmoryFactory
import ArmoryFactoryTesting
import ArmoryTestSupport
import XCTest

private final class Databases: SharedContainer {
    @TaskLocal static var shared = Databases()
    let manager = ContainerManager()

    var single: ParameterFactory<String, Database> { self { Database($0) }.scopeOnParameters.singleton }
    var cached: ParameterFactory<String, Database> { self { Database($0) }.scopeOnParameters.cached }
    var shared: ParameterFactory<String, Database> { self { Database($0) }.scopeOnParameters.shared }
    var numbered: ParameterFactory<Int, Service> { self { Service($0) }.scopeOnParameters.cached }
}

private final class Database: Sendable {
    let life = Counted()
    let region: String
    init(_ region: String) { self.region = region }
}

final class SavedInstancesTests: FactoryTestCase {
    private var databases: Databases { container(Databases()) }

    // MARK: Clones

    func testACloneHasTheInstanceOfEachParameter() {
        let databases = databases
        let (eu, us) = (databases.single("eu"), databases.single("us"))
        for order in [["eu", "us"], ["us", "eu"], ["asia", "us", "eu"]] {
            Scope.$singleton.withValue(Scope.singleton.clone()) {
                for region in order {
                    let database = databases.single(region)
                    XCTAssertEqual(database.region, region)
                    if region == "eu" { XCTAssertTrue(database === eu) }
                    if region == "us" { XCTAssertTrue(database === us) }
                }
            }
        }
    }

    func testAMockInACloneCountsForEachParameterThereAlone() {
        let databases = databases
        let eu = databases.single("eu")
        let clone = Scope.singleton.clone()
        Scope.$singleton.withValue(clone) {
            databases.single.register { Database("mock of \($0)") }
            XCTAssertEqual(databases.single("eu").region, "mock of eu")
            XCTAssertEqual(databases.single("us").region, "mock of us")
        }
        XCTAssertTrue(eu === databases.single("eu"))
        Scope.$singleton.withValue(clone) { XCTAssertEqual(databases.single("eu").region, "mock of eu") }
    }

    func testAResetInACloneIsOfItAlone() {
        let databases = databases
        let (eu, us) = (databases.single("eu"), databases.single("us"))
        let clone = Scope.singleton.clone()
        Scope.$singleton.withValue(clone) {
            databases.single.reset(.scope)
            XCTAssertFalse(databases.single("eu") === eu)
            XCTAssertFalse(databases.single("us") === us)
        }
        Scope.$singleton.withValue(Scope.singleton.clone()) {
            Scope.singleton.reset()
            XCTAssertFalse(databases.single("eu") === eu)
        }
        XCTAssertTrue(databases.single("eu") === eu)
        XCTAssertTrue(databases.single("us") === us)
        // The other way round.
        let other = Scope.singleton.clone()
        databases.single.reset()
        Scope.$singleton.withValue(other) { XCTAssertTrue(databases.single("eu") === eu) }
    }

    func testACloneOfAClone() {
        let databases = databases
        let eu = databases.single("eu")
        Scope.$singleton.withValue(Scope.singleton.clone()) {
            let us = databases.single("us")
            Scope.$singleton.withValue(Scope.singleton.clone()) {
                XCTAssertTrue(databases.single("eu") === eu)
                XCTAssertTrue(databases.single("us") === us)
            }
        }
    }

    func testAContainerOfATestFindsTheSingletonOfTheParameter() {
        let us = databases.single("us")
        let eu = databases.single("eu")
        withContainer(shared: Databases.$shared, container: Databases()) {
            XCTAssertTrue(Databases.shared.single("eu") === eu)
            XCTAssertTrue(Databases.shared.single("us") === us)
            Databases.shared.single.register { Database("mock of \($0)") }
            XCTAssertEqual(Databases.shared.single("eu").region, "mock of eu")
        }
        XCTAssertTrue(databases.single("eu") === eu)
    }

    func testACloneMeanwhileHasNoHalfMadeInstance() {
        let databases = databases
        let (isInside, mayLeave) = (Latch(), Latch())
        databases.single.register { region in
            if region == "slow" {
                isInside.open()
                mayLeave.wait()
            }
            return Database(region)
        }
        let eu = databases.single("eu")
        let results = race(threads: 2) { thread -> [Database] in
            if thread == 0 { return [databases.single("slow")] }
            isInside.wait()
            let clone = Scope.singleton.clone()
            return Scope.$singleton.withValue(clone) {
                defer { mayLeave.open() }
                XCTAssertTrue(databases.single("eu") === eu)
                // Another container: in this one, the closure waits.
                return [Databases().single("slow")]
            }
        }
        let made = results.compactMap { try? $0.get().first }
        XCTAssertEqual(made.map(\.region), ["slow", "slow"])
        XCTAssertFalse(made.first === made.last)
        databases.reset()
    }

    func testThreadsCloneAndResolve() {
        let kept = databases.single("kept")
        let results = race(threads: 4) { thread in
            // The property sets the scope of its container, which is that of one thread here.
            let databases = Databases()
            for round in 0..<StressScale.scaled(300, atLeast: 20) {
                let clone = Scope.singleton.clone()
                let isRight = Scope.$singleton.withValue(clone) {
                    let own = databases.single("\(thread) \(round)")
                    return databases.single("kept") === kept && databases.single("\(thread) \(round)") === own
                }
                if !isRight { return false }
            }
            return true
        }
        XCTAssertEqual(results.compactMap { try? $0.get() }, [true, true, true, true])
    }

    // MARK: Push and pop

    func testPopRestoresTheInstanceOfEachParameter() {
        for factory in [\Databases.cached, \.shared] {
            let (eu, us) = (databases[keyPath: factory]("eu"), databases[keyPath: factory]("us"))
            databases.manager.push()
            databases[keyPath: factory].register { Database("mock of \($0)") }
            let mock = databases[keyPath: factory]("us")
            XCTAssertEqual(mock.region, "mock of us")
            let asia = databases[keyPath: factory]("asia")
            databases.manager.pop()
            XCTAssertTrue(databases[keyPath: factory]("us") === us)
            XCTAssertTrue(databases[keyPath: factory]("eu") === eu)
            XCTAssertFalse(databases[keyPath: factory]("asia") === asia)
            XCTAssertEqual(databases[keyPath: factory]("asia").region, "asia")
        }
    }

    func testPopRestoresAfterEveryReset() {
        let databases = databases
        let resets: [() -> Void] = [
            { databases.reset() }, { databases.reset(options: .scope) }, { databases.manager.reset(scope: .cached) },
            { databases.cached.reset() }, { databases.cached.reset(.scope) }, { databases.cached.scope(.session) },
        ]
        let (eu, us) = (databases.cached("eu"), databases.cached("us"))
        for reset in resets {
            databases.manager.push()
            reset()
            XCTAssertFalse(databases.cached("eu") === eu)
            databases.manager.pop()
            XCTAssertTrue(databases.cached("eu") === eu)
            XCTAssertTrue(databases.cached("us") === us)
        }
    }

    func testAResetAfterAPopReleasesWhatWasRestored() {
        weak let eu = databases.cached("eu")
        databases.manager.push()
        databases.reset()
        databases.manager.pop()
        XCTAssertNotNil(eu)
        databases.cached.reset(.scope)
        XCTAssertNil(eu)
    }

    func testASharedInstanceThatWasSavedIsNotHeld() {
        var eu: Database? = databases.shared("eu")
        databases.manager.push()
        XCTAssertTrue(databases.shared("eu") === eu)
        weak let gone = eu
        eu = nil
        XCTAssertNil(gone)
        // Made anew where the saved one was.
        databases.shared.onTest { Database("test \($0)") }
        let test = databases.shared("eu")
        databases.manager.pop()
        XCTAssertFalse(databases.shared("eu") === test)
        XCTAssertEqual(databases.shared("eu").region, "eu")
    }

    func testAThousandRoundsLoseAndLeakNothing() {
        let eu = databases.cached("eu")
        let before = Counted.alive
        for round in 0..<1000 {
            databases.manager.push()
            XCTAssertTrue(databases.cached("eu") === eu)
            XCTAssertEqual(databases.cached("\(round)").region, "\(round)")
            if round % 3 == 0 { databases.cached.register { Database("mock of \($0)") } }
            if round % 5 == 0 { databases.reset() }
            databases.manager.pop()
            XCTAssertTrue(databases.cached("eu") === eu)
            XCTAssertEqual(Counted.alive, before)
        }
    }
}
