// A program that checks the graph of an application while the application is built.
//
//     graphs --> for each combination: a container that exists only to be checked --> its faults
//            --> Verdict: each fault once, with its combinations --> text, JSON or SARIF --> exit code

/// A program that checks an application's graph, as the whole content of a small executable target.
///
/// ```swift
/// import Armory
/// import ArmoryCheck
/// import Wiring
///
/// @main struct CheckGraph: GraphCheck {
///     static var graphs: [CheckedGraph] {
///         CheckedGraph("production", environment: ["MAILER": "smtp"]) { Wiring.shop }
///     }
/// }
/// ```
///
/// `swift package check-graph` runs it, and so does the build of a target with the plugin that
/// `swift package add-graph-check --plugin` writes. A test can check the same graphs. The program prints each fault as the
/// compiler prints an error, with the file, the line and the fix. The exit code is 0 if there is no fault, 1 if there is one,
/// and 64 if nothing could be checked.
///
/// No factory of the graph runs. The code that creates the modules runs, with the access that a build has.
public protocol GraphCheck: SendableMetatype {
    /// The graphs to check: one for each combination of settings that decides about registrations.
    @CheckedGraphList static var graphs: [CheckedGraph] { get }

    /// How long the check may take before it fails: 60 seconds, if the program does not set it.
    static var timeLimit: Duration { get }
}

extension GraphCheck {
    /// 60 seconds.
    public static var timeLimit: Duration { .seconds(60) }

    /// Checks the graphs, prints the verdict and ends the process.
    @concurrent public static func main() async {
        let program = CheckProgram(limit: timeLimit)
        let outcome: CheckOutcome
        do {
            outcome = try await CheckRun(try CheckRequest(CommandLine.arguments.dropFirst()), graphs).outcome()
        } catch {
            outcome = CheckOutcome(text: "error: \(error)\n", code: 64)
        }
        program.end(with: outcome)
    }
}

/// Collects the graphs of a ``GraphCheck``.
@resultBuilder
public enum CheckedGraphList: Sendable {
    /// A single graph.
    public static func buildExpression(_ graph: CheckedGraph) -> [CheckedGraph] { [graph] }
    /// Graphs that are in a list already.
    public static func buildExpression(_ graphs: [CheckedGraph]) -> [CheckedGraph] { graphs }
    /// The graphs in their order.
    public static func buildBlock(_ parts: [CheckedGraph]...) -> [CheckedGraph] { parts.flatMap(\.self) }
    /// The graphs of a loop.
    public static func buildArray(_ parts: [[CheckedGraph]]) -> [CheckedGraph] { parts.flatMap(\.self) }
    /// The graphs of an `if` without an `else`.
    public static func buildOptional(_ part: [CheckedGraph]?) -> [CheckedGraph] { part ?? [] }
    /// The graphs of the first branch.
    public static func buildEither(first part: [CheckedGraph]) -> [CheckedGraph] { part }
    /// The graphs of the second branch.
    public static func buildEither(second part: [CheckedGraph]) -> [CheckedGraph] { part }
}
