import ArmoryCheck
import Broken
import Foundation
import Sound

@main
struct CheckCorpus: GraphCheck {
    /// The graph that the file `.build/graph` of the package names.
    ///
    /// An argument of the build command, or a variable of the environment, would have SwiftPM plan the build anew for each
    /// graph, and then compile the program anew.
    static var graphs: [CheckedGraph] {
        let name = try? String(contentsOfFile: "\(root)/.build/graph", encoding: .utf8)
        for graph in Broken.all + Sound.all where Mirror(reflecting: graph).descendant("name") as? String == name {
            graph
        }
    }

    /// The folder of the package: this file is in `Sources/graph-check`.
    private static var root: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    }
}
