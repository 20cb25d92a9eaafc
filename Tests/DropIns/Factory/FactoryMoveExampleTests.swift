// The section of FromFactory.md that moves one module. A conformance of `Container` would hold for all tests of the
// process, so this is a program of its own, compiled like one of a user.

import ArmoryTestSupport
import XCTest

final class FactoryMoveExampleTests: LeakCheckedTestCase {
    func testBothKindsOfCodeUseOneContainer() throws {
        try skipUnderSanitizers("the library's object files need the sanitizer's own")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "Program.swift")
        try Self.program.write(to: source, atomically: true, encoding: .utf8)
        let binary = folder.appending(path: "program").path
        let objects = try ["Armory", "ArmoryCore", "ArmoryFactory", "ArmoryRegistry", "CCore"]
            .flatMap { try Project.objects(of: $0) }
        let compiled = try Command.run(
            "swiftc",
            ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-o", binary, source.path]
                + Project.importFlags + objects)
        XCTAssertEqual(compiled.status, 0, compiled.output)
        guard compiled.status == 0 else { return }
        let result = try Command.run(binary, [])
        XCTAssertEqual(result.status, 0, result.output)
        let printed = Printed()
        for line in result.output.split(separator: "\n") { printed(line) }
        try printed.assertOutput(on: "Move/FromFactory.md")
    }

    private static let program = #"""
        import Armory
        import ArmoryFactory

        protocol Sales: Sendable {
            var origin: String { get }
        }

        final class FrontSales: Sales {
            let origin = "front"
        }

        struct PastSales: Sales {
            let origin = "past"
        }

        extension FactoryKit.Container {
            var sales: Factory<any Sales> {
                self { FrontSales() }.cached
            }
        }

        struct Report: Sendable {
            let sales: any Sales
        }

        struct Receipt {
            let number: Int
            let report: Report
        }

        let reports = Module("reports") {
            Transient { Container.shared.sales() }         // a bridge: the factory keeps its own lifetime
            Transient(Report.init)
            Transient(arguments: Int.self) { resolver, number in
                Receipt(number: number, report: try resolver.resolve())
            }
        }

        let native: Armory.Container = {
            do {
                return try Armory.Container { reports }
            } catch {
                fatalError("\(error)")
            }
        }()

        extension FactoryKit.Container: @retroactive AutoRegistering {
            public func autoRegister() {
                manager.parent = native
            }
        }

        extension FactoryKit.Container {
            var report: Factory<Report?> { promised() }
            var receipt: ParameterFactory<Int, Receipt> {
                self { try! native.resolve(Receipt.self, arguments: $0) }
            }
        }

        @main
        struct Program {
            static func main() throws {
                let kept = Container.shared.sales() as? FrontSales
                precondition(kept != nil && Container.shared.report()?.sales as? FrontSales === kept)
                print(Container.shared.receipt(7).report.sales.origin)
                Container.shared.sales.register { PastSales() }
                print(Container.shared.receipt(8).report.sales.origin)
                try replaceInATest()
                precondition(Container.shared.report()?.sales.origin == "past")
                try useTheModule()
                Container.shared.reset()
                precondition(Container.shared.receipt(9).number == 9, "the container registers itself again")
            }

            static func replaceInATest() throws {
                FactoryKit.Container.$shared.withValue(FactoryKit.Container()) {
                    Container.shared.report.register { Report(sales: PastSales()) }
                    precondition(Container.shared.report()?.sales.origin == "past")
                }
            }

            static func useTheModule() throws {
                let container = try Armory.Container {
                    Container.shared.module
                    Transient { Report(sales: try $0.resolve(named: "sales")) }
                }
                let report = try container.resolve(Report.self)
                precondition(report.sales is PastSales)
            }
        }
        """#
}
