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
                Module.invoices
                Module.server
                if CommandLine.arguments.contains("--development") { Module.development } else { Module.keyFile }
            }
            try await container.runServices(logger: Logger(label: "invoices"))
        } catch {
            FileHandle.standardError.write(Data("invoices: \(error)\n".utf8))
            exit(1)
        }
    }
}
