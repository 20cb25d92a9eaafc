import ArmoryContender
import Contest
import FactoryContender
import Foundation
import SwinjectContender

let usage = """
    usage: others run CONTENDER-WORKLOAD --operations N    does the operation N times and measures nothing
           others ask QUESTION CONTENDER                   prints the answer; the process may also end or hang
    """

let contenders: [any Contender] = [
    ByHand(), ArmoryContender(), SwinjectContender(synchronized: false), SwinjectContender(synchronized: true),
    FactoryContender(),
]

/// The operation of a workload, or nil if there is none of that name.
func operation(_ workload: String) throws -> Contest.Operation? {
    if workload == "baseline-empty" { return { for number in 0..<$0 { keep(number) } } }
    for contender in contenders {
        switch workload {
        case contender.name + "-singleton": return try contender.singleton()
        case contender.name + "-transient": return try contender.transient()
        case contender.name + "-graph": return try contender.graph()
        case contender.name + "-argument": return try contender.argument()
        default: break
        }
    }
    return nil
}

/// Runs the command line.
///
/// - Returns: The exit code of the process.
func others(_ words: [String]) throws -> Int32 {
    switch words.first {
    case "run" where words.count == 4 && words[2] == "--operations":
        guard let operation = try operation(words[1]), let operations = Int(words[3]), operations >= 0 else { break }
        try operation(operations)
        return 0
    case "ask" where words.count == 3:
        guard let ask = Questions.all[words[1]], let contender = contenders.first(where: { $0.name == words[2] })
        else { break }
        print(try ask(contender))
        return 0
    default:
        break
    }
    FileHandle.standardError.write(Data((usage + "\n").utf8))
    return 2
}

do {
    exit(try others(Array(CommandLine.arguments.dropFirst())))
} catch {
    FileHandle.standardError.write(Data("others: \(error)\n".utf8))
    exit(1)
}
