// validate

#if Command
import Armory
import ArgumentParser

/// Prints the faults of the container.
struct ValidateCommand: GraphSubcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "validate", abstract: "Show the faults of the container.",
            discussion: "Exits with 1 if there are any.")
    }

    @Flag(help: "Run every factory once, in a copy of the container, and also check what closures resolve.")
    var dryRun = false

    @Flag(
        help:
            "Exit with 1 also for warnings, and for registrations that are not checked because closures hide their dependencies."
    )
    var strict = false

    func outcome(of source: ContainerSource) async throws -> Outcome {
        do {
            let container = try await source.container()
            let report = dryRun ? try container.validate(dryRun: true) : try container.validate()
            guard strict, !report.warnings.isEmpty || !report.opaque.isEmpty else {
                return Outcome(output: report.description)
            }
            let unchecked = Self.count(report.opaque.count, "registration")
            let verb = report.opaque.count == 1 ? "is" : "are"
            let warnings = Self.count(report.warnings.count, "warning")
            return Outcome(
                output: report.description,
                complaint: "Error: --strict: \(warnings), and \(unchecked) that \(verb) not checked.", code: 1)
        } catch let error as ResolutionError where error.code == .invalid {
            return Outcome(output: error.description, code: 1)
        }
    }

    private static func count(_ count: Int, _ word: String) -> String {
        count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }
}
#endif
