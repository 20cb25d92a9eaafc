import Foundation

let usage = """
    usage: core-bench run WORKLOAD --operations N    does the operation N times and measures nothing
           core-bench list                           prints the workloads
           core-bench check                          checks that each workload does what its name says
    """

let words = Array(CommandLine.arguments.dropFirst())
do {
    switch words.first {
    case "run" where words.count == 4 && words[2] == "--operations":
        guard let workload = Workload.all.first(where: { $0.name == words[1] }), let operations = Int(words[3]) else {
            throw WrongWorkload(description: "no workload \(words[1])")
        }
        try workload.prepare()(operations)
    case "list": for workload in Workload.all { print(workload.name) }
    case "check":
        for workload in Workload.all { try workload.prepare()(3) }
        print("\(Workload.all.count) workloads do what they say")
    default:
        FileHandle.standardError.write(Data((usage + "\n").utf8))
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("core-bench: \(error)\n".utf8))
    exit(1)
}
