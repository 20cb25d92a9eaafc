package import Armory

/// The whole program, without the process that runs it.
package enum Program {
    /// The output and the exit code of a run.
    package struct Outcome: Sendable {
        package var output = ""
        package var complaint = ""
        package var code = ExitCode.success
    }

    /// Runs the program with a container, which the wiring or a test builds from the options.
    package static func run(
        _ options: () throws(OrdersError) -> Options,
        container: (Options) throws(ResolutionError) -> Container = Wiring.container
    ) -> Outcome {
        do {
            let options = try options()
            if options.wantsHelp { return Outcome(output: Options.help) }
            let report = try report(options, from: container(options))
            return Outcome(output: report.text())
        } catch let error as OrdersError {
            return Outcome(complaint: error.description, code: ExitCode(error))
        } catch {
            return Outcome(complaint: "\(error)", code: .wiring)
        }
    }

    /// The only code except the wiring that uses the container: all other code receives its dependencies.
    package static func report(_ options: Options, from container: Container) throws -> Report {
        do {
            let date = try options.date ?? container.resolve((any WallClock).self).today
            return try container.resolve(Report.self, arguments: options.customer, date)
        } catch let error as ResolutionError {
            // The user can fix an error that a factory threw, so the container's path to the factory would not help.
            if let cause = error.rootCause as? OrdersError { throw cause }
            throw error
        }
    }
}
