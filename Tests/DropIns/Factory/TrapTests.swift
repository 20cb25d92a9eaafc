import ArmoryFactory
import ArmoryTestSupport
import Foundation
import XCTest

private final class Circle: SharedContainer {
    @TaskLocal static var shared = Circle()
    let manager = ContainerManager()

    var unique: Factory<Two> { self { Two(self.service(), Service()) } }
    var service: Factory<Service> {
        self {
            _ = self.last()
            return Service()
        }
    }
    var last: Factory<Service> { self { self.unique().first } }
    var cached: Factory<Service> { self { self.cached() }.cached }
    var singleton: Factory<Service> { self { self.singleton() }.singleton }
    var graph: Factory<Service> { self { self.graph() }.graph }
    var shared: Factory<Service> { self { self.shared() }.shared }
    var endless: ParameterFactory<Int, Service> { self { self.endless($0 + 1) } }
}

final class TrapTests: LeakCheckedTestCase {
    func testCircularDependenciesEndTheProcess() throws {
        try assertEndsProcess(
            "unique", saying: "FACTORY: Circular dependency on Circle.unique", "Two named \"unique\"",
            "Service named \"last\" → Two named \"unique\"", "@LazyInjected", notSaying: Self.nativeWords
        ) { _ = Circle().unique() }
        try assertEndsProcess(
            "cached", saying: "FACTORY: Circular dependency on Circle.cached", notSaying: Self.nativeWords
        ) { _ = Circle().cached() }
        try assertEndsProcess("singleton", saying: "FACTORY: Circular dependency on Circle.singleton") {
            _ = Circle().singleton()
        }
        try assertEndsProcess("graph", saying: "FACTORY: Circular dependency on Circle.graph") { _ = Circle().graph() }
        try assertEndsProcess("shared", saying: "FACTORY: Circular dependency on Circle.shared") {
            _ = Circle().shared()
        }
    }

    func testACircleLogsNoLinesOfItsResolve() throws {
        try assertEndsProcess(
            "traced", saying: "FACTORY: Circular dependency on Circle.cached", "0: Shop.unique"
        ) {
            let circle = Circle()
            circle.manager.logger = { line in
                FileHandle.standardError.write(Data("\(line)\n".utf8))
                if line.contains("Circle.cached<") { exit(0) }
            }
            circle.manager.trace = true
            _ = (Shop().unique(), circle.cached())
        }
    }

    func testEndlessParametersEndTheProcess() throws {
        try assertEndsProcess("endless", saying: "FACTORY: Circular dependency on Circle.endless", "[tooDeep]") {
            _ = Circle().endless(0)
        }
    }

    func testABrokenPromiseEndsTheProcess() throws {
        try assertEndsProcess("promise", saying: "Service was not registered", "Support.swift", "fix: register it") {
            let shop = Shop()
            shop.manager.promiseTriggersError = true
            _ = shop.promise()
        }
    }
}
