// The command line.

/// The command that the user has chosen.
enum Command: Equatable {
    /// The short table of locks.
    case short
    case suites([Suite])
    case list
    case help
    case run(workload: String, operations: Int)
}

/// A group of measurements.
enum Suite: String, CaseIterable {
    case locks, resolve, registration, threads, startup, memory, compat, events

    var summary: String {
        switch self {
        case .locks: "the same table and slot under ten locking strategies"
        case .resolve: "the wall time of each workload beside a static let"
        case .registration: "building containers of 10,000 types"
        case .threads: "what two threads do against one"
        case .startup: "building a container and its root, against building by hand"
        case .memory: "heap for a registration, stack for a nested resolve, growth"
        case .compat: "the APIs of EasyDi, Resolver, Injection, Swinject and Factory beside the library's own"
        case .events: "what a subscriber costs for each event that it is told of"
        }
    }

    func run() throws -> [Table] {
        switch self {
        case .locks: try LocksSuite.full.run()
        case .resolve: try ResolveSuite.run()
        case .registration: try RegistrationSuite.run()
        case .threads: try ThreadsSuite.run()
        case .startup: try StartupSuite.run()
        case .memory: try MemorySuite.run()
        case .compat: try CompatSuite.run()
        case .events: try EventsSuite.run()
        }
    }
}

/// The parsed command line.
struct Arguments: Equatable {
    var command = Command.short
    var json: String?
    var svg: String?
}

/// An error in the command line.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

// MARK: Parsing

extension Arguments {
    /// - Parameter words: The command line without the program's name.
    init(_ words: [String]) throws(UsageError) {
        var words = words[...]
        var positional: [String] = []
        var operations: Int?
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h":
                command = .help
                return
            case "--json": json = try Self.value(of: word, &words)
            case "--svg": svg = try Self.value(of: word, &words)
            case "--operations": operations = try Self.count(of: word, &words)
            case _ where word.hasPrefix("-"): throw UsageError("unknown option '\(word)'")
            default: positional.append(word)
            }
        }
        command = try Self.command(positional, operations: operations)
        try refuseFilesWithoutTables()
    }

    private static func command(
        _ words: [String], operations: Int?
    ) throws(UsageError) -> Command {
        guard operations == nil || words.first == "run" else {
            throw UsageError("--operations belongs to 'run'")
        }
        guard let name = words.first else { return .short }
        if name == "run" { return try run(Array(words.dropFirst()), operations: operations) }
        guard words.count == 1 else { throw UsageError("'\(words[1])' is too much after '\(name)'") }
        switch name {
        case "list": return .list
        case "help": return .help
        case "all": return .suites(Suite.allCases)
        default:
            guard let suite = Suite(rawValue: name) else { throw UsageError("unknown command '\(name)'") }
            return .suites([suite])
        }
    }

    private static func run(_ words: [String], operations: Int?) throws(UsageError) -> Command {
        guard let workload = words.first else { throw UsageError("'run' needs a workload; 'bench list' names them") }
        guard words.count == 1 else { throw UsageError("'\(words[1])' is too much after '\(workload)'") }
        guard Workload.named(workload) != nil else {
            throw UsageError("unknown workload '\(workload)'; 'bench list' names them")
        }
        guard let operations else { throw UsageError("'run' needs --operations N") }
        return .run(workload: workload, operations: operations)
    }

    private static func value(of option: String, _ words: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = words.popFirst(), !value.isEmpty, !value.hasPrefix("-") else {
            throw UsageError("\(option) needs a file")
        }
        return value
    }

    private static func count(of option: String, _ words: inout ArraySlice<String>) throws(UsageError) -> Int {
        guard let value = words.popFirst(), let count = Int(value), count >= 0 else {
            throw UsageError("\(option) needs a number, 0 or more")
        }
        return count
    }

    private func refuseFilesWithoutTables() throws(UsageError) {
        guard json != nil || svg != nil else { return }
        switch command {
        case .short, .suites: return
        case .list, .help, .run: throw UsageError("--json and --svg belong to the commands that measure")
        }
    }
}

// MARK: Help

extension Arguments {
    static let usage = """
        usage: bench [COMMAND] [--json FILE] [--svg FILE]
               bench run WORKLOAD --operations N
               bench list | --help

        Without a command: a short table of locks, in less than a minute.

        \(Suite.allCases.map { "  \(padded($0.rawValue))\($0.summary)" }.joined(separator: "\n"))
          \(padded("all"))all of these, in some minutes
          \(padded("list"))the commands and the workloads
          \(padded("run"))does the operations of a workload and measures nothing, so that
          \(padded(""))something else can count their instructions

          \(padded("--json FILE"))also writes all numbers, with median, minimum and maximum
          \(padded("--svg FILE"))also draws the charts
          \(padded("--operations N"))how often 'run' does the operation
          \(padded("--help"))this

        Measure a release build: swift run -c release bench resolve
        """

    static var list: String {
        let suites = Suite.allCases.map { "  \(padded($0.rawValue, 24))\($0.summary)" }
        let workloads = (Workload.all + Workload.compat).map { "  \(padded($0.name, 24))\($0.summary)" }
        return (["commands:"] + suites + ["", "workloads:"] + workloads).joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int = 18) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
