import Armory
import XCTest

/// The faults that an error lists; empty for another error.
func listedFaults(_ error: any Error) -> [ResolutionError] { (error as? ResolutionError)?.faults ?? [] }

/// The faults that a check of a container finds.
func checkedFaults(_ container: Container, file: StaticString = #filePath, line: UInt = #line) -> [ResolutionError] {
    do {
        try container.validate()
        return []
    } catch {
        let faults = listedFaults(error)
        XCTAssertFalse(faults.isEmpty, "\(error)", file: file, line: line)
        return faults
    }
}
