// Measures the registration of five hundred services.

import Armory
import Foundation
import ManyServices

let usage = """
    usage: client-startup run WORKLOAD --operations N    does the operation N times and measures nothing
           client-startup print MEASURE                  prints a measure
           client-startup list                           prints the workloads and the measures
           client-startup check                          checks that the workloads do what they say
    """

/// Runs the command line.
///
/// - Returns: The exit code of the process.
func clientStartup(_ words: [String]) throws -> Int32 {
    switch words.first {
    case "run" where words.count == 4 && words[2] == "--operations":
        guard let workload = Workload(rawValue: words[1]), let operations = Int(words[3]), operations >= 0 else {
            break
        }
        try workload.run(operations)
        return 0
    case "print" where words.count == 2:
        guard let measure = HeapPerRegistration(rawValue: words[1]) else { break }
        print(try measure.bytes())
        return 0
    case "list" where words.count == 1:
        for workload in Workload.allCases {
            print(workload.rawValue.padding(toLength: 20, withPad: " ", startingAt: 0) + workload.summary)
        }
        for measure in HeapPerRegistration.allCases { print(measure.rawValue) }
        return 0
    case "check" where words.count == 1:
        try check()
        print("\(Workload.allCases.count) workloads do what they say")
        return 0
    default:
        break
    }
    FileHandle.standardError.write(Data((usage + "\n").utf8))
    return 2
}

/// The error of workloads that do not register all services.
struct WrongWorkload: Error {}

/// Resolves the last service, which needs most of the others, in each way.
func check() throws {
    let containers = [try inParts(0..<10), try container(10)]
    let services = try containers.map { try $0.resolve((any P499).self) } + [registry(10)((any P499).self)]
    guard services.allSatisfy({ $0 is S499 }), containers.allSatisfy({ $0.graph.nodes.count == 500 }) else {
        throw WrongWorkload()
    }
}

do {
    exit(try clientStartup(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("client-startup: \(error)\n".utf8))
    exit(1)
}
