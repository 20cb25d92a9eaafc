import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Runs the command line, and returns the process's exit code.
func bench(_ words: [String]) -> Int32 {
    do throws(any Error) {
        let arguments = try Arguments(words)
        switch arguments.command {
        case .help: print(Arguments.usage)
        case .list: print(Arguments.list)
        case .run(let name, let operations): try Workload.named(name)?.prepare()(operations)
        case .short: try measure([LocksSuite.short.run], arguments)
        case .suites(let suites): try measure(suites.map { $0.run }, arguments)
        }
        return 0
    } catch let error as UsageError {
        complain("\(error.message)\n\n\(Arguments.usage)")
        return 2
    } catch {
        complain("\(error)")
        return 1
    }
}

/// The error for a file that cannot be written.
struct UnwritableFile: Error, CustomStringConvertible {
    let path: String

    var description: String { "cannot write '\(path)'" }
}

/// Prints the tables of each suite as soon as the suite has run, and writes the files at the end.
func measure(_ suites: [() throws -> [Table]], _ arguments: Arguments) throws {
    // If a file cannot be written, this fails now, and not after minutes of measuring.
    for file in [arguments.json, arguments.svg].compactMap(\.self) {
        guard FileManager.default.createFile(atPath: file, contents: nil) else { throw UnwritableFile(path: file) }
    }
    var results = Results()
    for suite in suites {
        let tables = try suite()
        for table in tables { print(table.text, terminator: "\n\n") }
        results.tables += tables
    }
    if Results.isDebug { print("This is a debug build. What counts is measured by: swift run -c release bench") }
    if let file = arguments.json { try results.json().write(to: URL(fileURLWithPath: file)) }
    if let file = arguments.svg { try Data(Plot.svg(results).utf8).write(to: URL(fileURLWithPath: file)) }
}

func complain(_ message: String) {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
}

exit(bench(Array(CommandLine.arguments.dropFirst())))
