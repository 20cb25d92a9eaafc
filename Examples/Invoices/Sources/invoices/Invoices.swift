import Armory
import ArmoryConfiguration
import ArmoryServiceLifecycle
import Configuration
import Foundation
import InvoicesCore
import Logging

@main struct Invoices {
    static func main() async {
        do {
            let container = try Container {
                Singleton(configuration: ["the environment": EnvironmentVariablesProvider()])
                Module.program(isDevelopment: CommandLine.arguments.contains("--development"))
            }
            try await container.runServices(logger: Logger(label: "invoices"))
        } catch {
            FileHandle.standardError.write(Data("invoices: \(error)\n".utf8))
            exit(1)
        }
    }
}
