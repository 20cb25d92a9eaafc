package import Foundation

/// The options of the command line.
package struct Options: Sendable {
    package var data: URL
    package var customer = Customer.ID("C001")
    /// The date of the report; nil means today, by the clock.
    package var date: Date?
    package var isVerbose = false
    package var wantsHelp = false

    /// - Parameter data: The default folder, used without `--data`.
    package init(_ arguments: [String] = [], data: URL) throws(OrdersError) {
        self.data = data
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": wantsHelp = true
            case "--verbose": isVerbose = true
            case "--data":
                self.data = URL(filePath: try Self.value(of: argument, in: &rest), directoryHint: .isDirectory)
            case "--customer": customer = Customer.ID(try Self.value(of: argument, in: &rest))
            case "--date":
                let text = try Self.value(of: argument, in: &rest)
                guard let day = Date(day: text) else {
                    throw .usage("--date \"\(text)\" is not a day written as YYYY-MM-DD")
                }
                date = day
            default: throw .usage("unknown argument \"\(argument)\"")
            }
        }
    }

    private static func value(
        of option: String, in rest: inout ArraySlice<String>
    ) throws(OrdersError) -> String {
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
            throw .usage("\(option) needs a value")
        }
        return value
    }

    package static let help = """
        usage: orders [--data DIR] [--customer ID] [--date YYYY-MM-DD] [--verbose]

        Prints what a customer ordered up to and including a day.

          --data DIR         the folder of customers.csv, orders.csv and prices.csv
                             (default: Data of this example)
          --customer ID      the customer (default: C001)
          --date YYYY-MM-DD  the day (default: today, UTC)
          --verbose          say on standard error what is read and reported
          --help, -h         print this

        exit codes:
           0  the report was printed
          64  the arguments are wrong
          65  a file is malformed; the message names file and line
          66  a file cannot be read
          67  there is no such customer
          70  a fault of the program: its parts are wired wrongly
        """
}
