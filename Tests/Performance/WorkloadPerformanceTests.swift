import ArmoryTestSupport
import XCTest
import bench

/// Times every workload of the benchmark with `measure`, the workloads by hand among them.
///
/// The numbers are for a reader, beside each other: a debug build, which is the default, says nothing of speed, and no
/// limit is held here, because times differ from machine to machine. `make budgets` counts instructions against limits.
final class WorkloadPerformanceTests: LeakCheckedTestCase {
    func testEmptyLoop() throws { try measureWorkload("baseline-empty") }
    func testStaticLet() throws { try measureWorkload("baseline-static-let") }
    func testInitializer() throws { try measureWorkload("baseline-init") }
    func testGraphByHand() throws { try measureWorkload("baseline-graph") }
    func testGraphSharedByHand() throws { try measureWorkload("baseline-graph-shared") }
    func testWeakLoad() throws { try measureWorkload("baseline-weak") }
    func testInitializerWithArgument() throws { try measureWorkload("baseline-argument") }
    func testSingleton() throws { try measureWorkload("singleton") }
    func testSingletonBorrowed() throws { try measureWorkload("singleton-borrowed") }
    func testSingletonClass() throws { try measureWorkload("singleton-class") }
    func testSingletonAmongAThousand() throws { try measureWorkload("singleton-1k") }
    func testSingletonAmongTenThousand() throws { try measureWorkload("singleton-10k") }
    func testTransient() throws { try measureWorkload("transient") }
    func testGraph() throws { try measureWorkload("graph") }
    func testGraphShared() throws { try measureWorkload("graph-shared") }
    func testShared() throws { try measureWorkload("shared") }
    func testNamed() throws { try measureWorkload("named") }
    func testArgument() throws { try measureWorkload("argument") }
    func testOptionalMissing() throws { try measureWorkload("optional-missing") }
    func testGraphAutowired() throws { try measureWorkload("graph-autowired") }
    func testInherited() throws { try measureWorkload("inherited") }
    func testInheritedTransient() throws { try measureWorkload("inherited-transient") }
    func testDecorated() throws { try measureWorkload("decorated") }
    func testIntercepted() throws { try measureWorkload("intercepted") }
    func testByHandDecorated() throws { try measureWorkload("baseline-decorated") }
    func testByHandLazyProperty() throws { try measureWorkload("baseline-lazy-property") }
    func testLazyFirst() throws { try measureWorkload("lazy-first", share: 10) }
    func testInjectedFirst() throws { try measureWorkload("injected-first", share: 10) }
    func testProvider() throws { try measureWorkload("provider", share: 10) }
    func testToldResolve() throws { try measureWorkload("told-resolve", share: 10) }
    func testToldMaking() throws { try measureWorkload("told-making", share: 10) }
    func testToldScope() throws { try measureWorkload("told-scope", share: 100) }
    func testScoped() throws { try measureWorkload("scoped") }
    func testScopeCycle() throws { try measureWorkload("scope-cycle", share: 10) }
    func testByHandLazyProperties() throws { try measureWorkload("baseline-lazy-properties", share: 10) }
    func testRegister() throws { try measureWorkload("register", share: 10) }

    /// Measures a workload.
    ///
    /// - Parameter share: One in so many of the operations that others do.
    private func measureWorkload(_ name: String, share: Int = 1) throws {
        let operations = Self.operations / share
        let workload = try XCTUnwrap(Workload.named(name), "the benchmark has no \(name)")
        let body = try workload.prepare()
        // The first operation makes what is made once.
        try body(1)
        // AddressSanitizer looks at what a workload does; its times say nothing.
        guard !StressScale.isAddressSanitized else { return try body(operations) }
        measure {
            do {
                try body(operations)
            } catch {
                XCTFail("\(error)")
            }
        }
    }

    #if !canImport(Darwin)
    /// Leaves out the failure that XCTest reports when the times of the ten rounds differ much.
    ///
    /// They differ when the machine is busy with something else. On Darwin XCTest compares with a stored baseline only.
    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        guard !description.contains("relative standard deviation") else { return }
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
    #endif

    #if DEBUG
    private static let operations = 2_000
    #else
    private static let operations = 20_000
    #endif
}
