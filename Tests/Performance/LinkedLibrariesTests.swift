import ArmoryTestSupport
import Foundation
import XCTest

/// What the benchmark, a program that uses the library, links.
final class LinkedLibrariesTests: LeakCheckedTestCase {
    /// The benchmark depends on Armory alone, as a program does.
    func testNothingOfTestingIsLinkedIntoAProgram() throws {
        #if os(Linux)
        let program = try Data(contentsOf: Project.products.appending(path: "bench"))
        XCTAssertNotNil(program.range(of: Data("libswiftCore.so".utf8)), "the libraries' names are found")
        for library in ["libTesting.so", "libXCTest.so"] {
            XCTAssertNil(program.range(of: Data(library.utf8)), library)
        }
        #endif
    }
}
