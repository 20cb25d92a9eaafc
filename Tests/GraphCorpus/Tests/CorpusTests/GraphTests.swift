import ArmoryCheck
import ArmoryTesting
import Broken
import Foundation
import Sound
import Testing

/// Each graph in a test: its name comes before what the check of it prints.
@Test func graph() async throws {
    for graph in Broken.all + Sound.all {
        let name = try #require(Mirror(reflecting: graph).descendant("name") as? String)
        try FileHandle.standardError.write(contentsOf: Data("graph \(name)\n".utf8))
        try await expectValid { graph }
    }
}
