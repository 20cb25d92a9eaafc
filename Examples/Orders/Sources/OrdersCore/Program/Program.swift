package import Armory

/// The whole program, apart from the process it runs in.
package enum Program {
    /// What a run has to say.
    package struct Outcome: Sendable {
        package var output = ""
        package var complaint = ""
        package var code = ExitCode.success
    }

    /// Runs the program with the container that the wiring, or a test, makes for its options.
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

    /// The one place, beside the wiring, that names the container: everything else is handed what it needs.
    package static func report(_ options: Options, from container: Container) throws -> Report {
        do {
            let date = try options.date ?? container.resolve((any WallClock).self).today
            return try container.resolve(Report.self, arguments: options.customer, date)
        } catch let error as ResolutionError {
            // A factory threw what the user can mend: the container's account of the way there is no help to them.
            if let mendable = error.underlying as? OrdersError { throw mendable }
            throw error
        }
    }
}
