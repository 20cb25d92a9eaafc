import Foundation

let usage = """
    usage: client-bench run WORKLOAD --operations N    does the operation N times and measures nothing
           client-bench list                           prints the workloads
           client-bench check                          checks that each workload does what it says
           client-bench threads                        prints the rate of two threads, compared with one
    """

/// Runs the command line.
///
/// - Returns: The exit code of the process.
func clientBench(_ words: [String]) throws -> Int32 {
    switch words.first {
    case "run" where words.count == 4 && words[2] == "--operations":
        guard let workload = Workload.named(words[1]), let operations = Int(words[3]), operations >= 0 else { break }
        try workload.prepare()(operations)
        return 0
    case "list" where words.count == 1:
        for workload in Workload.all {
            print(workload.name.padding(toLength: 30, withPad: " ", startingAt: 0) + workload.summary)
        }
        return 0
    case "check" where words.count == 1:
        for workload in Workload.all { try check(workload) }
        print("\(Workload.all.count) workloads do what they say")
        return 0
    case "threads" where words.count == 1:
        try Threads.run()
        return 0
    default:
        break
    }
    FileHandle.standardError.write(Data((usage + "\n").utf8))
    return 2
}

func check(_ workload: Workload) throws {
    do {
        try workload.prepare()(3)
    } catch {
        throw WrongWorkload(description: "\(workload.name): \(error)")
    }
}

do {
    exit(try clientBench(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("client-bench: \(error)\n".utf8))
    exit(1)
}
