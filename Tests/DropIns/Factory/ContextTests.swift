import ArmoryFactory
import ArmoryTestSupport
import XCTest

final class ContextTests: FactoryTestCase {
    override func tearDown() {
        FactoryContext.current = FactoryContext()
        super.tearDown()
    }

    func testTheOrderOfContexts() {
        var context = FactoryContext()
        context.arguments = ["program", "arg"]
        (context.isPreview, context.isTest, context.isSimulator, context.isDebug) = (true, true, true, true)
        FactoryContext.current = context
        shop.unique.register { Service(1) }
            .onDebug { Service(2) }.onDevice { Service(3) }.onSimulator { Service(4) }.onTest { Service(5) }
            .onPreview { Service(6) }.onArgs(["other", "more"]) { Service(7) }.onArg("arg") { Service(8) }
        XCTAssertEqual(shop.unique().number, 8)
        FactoryContext.current.arguments = []
        XCTAssertEqual(shop.unique().number, 6)
        FactoryContext.setArg("more", forKey: "key")
        XCTAssertEqual(shop.unique().number, 7)
        FactoryContext.setArg("unknown", forKey: "key")
        XCTAssertEqual(shop.unique().number, 6)
        FactoryContext.setArg("other", forKey: "key")
        FactoryContext.removeArg(forKey: "key")
        FactoryContext.current.isPreview = false
        XCTAssertEqual(shop.unique().number, 5)
        FactoryContext.current.isTest = false
        XCTAssertEqual(shop.unique().number, 4)
        FactoryContext.current.isSimulator = false
        XCTAssertEqual(shop.unique().number, 3)
        shop.unique.reset(.context)
        XCTAssertEqual(shop.unique().number, 1)
        shop.unique.onDebug { Service(2) }
        XCTAssertEqual(shop.unique().number, 2)
        FactoryContext.current.isDebug = false
        XCTAssertEqual(shop.unique().number, 1)
    }

    func testTheContextsOfThisProcess() {
        let context = FactoryContext()
        XCTAssertTrue(context.isTest)
        XCTAssertFalse(context.isPreview)
        XCTAssertFalse(context.isSimulator)
        XCTAssertEqual(context.arguments, CommandLine.arguments)
        shop.unique.context(.device, .arg("none")) { Service(9) }
        XCTAssertEqual(shop.unique().number, 9)
        XCTAssertEqual(FactoryContextType.args(["a"]), .args(["a"]))
        XCTAssertNotEqual(FactoryContextType.test, .debug)
    }

    func testContextsOfAFactoryWithAParameter() {
        let factory: ParameterFactory<Int, Service> = shop(key: "own") { Service($0) }.onTest { Service(-$0) }
        XCTAssertEqual(factory(3).number, -3)
    }

    func testArgumentsAreChangedByManyThreads() {
        _ = race(threads: 8) { thread in
            for _ in 0..<StressScale.scaled(1000, atLeast: 20) {
                FactoryContext.setArg("arg\(thread)", forKey: "\(thread)")
            }
        }
        XCTAssertEqual(FactoryContext.current.runtimeArguments.count, 8)
    }
}
