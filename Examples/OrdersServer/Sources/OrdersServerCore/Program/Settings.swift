package import Logging

/// What the arguments and the environment say.
///
/// An argument beats a variable.
package struct Settings: Sendable {
    package enum Wiring: String, Sendable, CaseIterable {
        case armory
        case hand
    }

    package var wiring = Wiring.armory
    /// Nil: 8080, or any free port where that is taken.
    package var port: Int?
    package var database = OrdersDatabase.Place.memory
    package var seed = 0
    /// Nil: a price service of our own.
    package var prices: String?
    package var logLevel = Logger.Level.info
    package var drain = 10
    /// Whether a page shows the container, to whoever is on the same machine.
    package var inspector = false
    package var wantsHelp = false

    package init(_ arguments: [String] = [], environment: [String: String] = [:]) throws(SettingsError) {
        for option in Self.options {
            if let value = environment[option.variable] { try set(option.name, to: value, by: option.variable) }
        }
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" {
                wantsHelp = true
                continue
            }
            guard Self.options.contains(where: { $0.name == argument }) else {
                throw SettingsError("unknown argument \"\(argument)\"")
            }
            guard let value = rest.popFirst(), !value.hasPrefix("--") else {
                throw SettingsError("\(argument) needs a value")
            }
            try set(argument, to: value, by: argument)
        }
        guard !inspector || wiring == .armory else {
            throw SettingsError("--inspector shows a container, and --wiring hand has none")
        }
    }

    private mutating func set(_ name: String, to value: String, by source: String) throws(SettingsError) {
        func number(in range: ClosedRange<Int>) throws(SettingsError) -> Int {
            guard let number = Int(value), range.contains(number) else {
                throw SettingsError(
                    "\(source) \"\(value)\" is not a number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
        func known<T>(_ found: T?, _ choice: [String]) throws(SettingsError) -> T {
            guard let found else {
                throw SettingsError("\(source) \"\(value)\" is none of \(choice.joined(separator: ", "))")
            }
            return found
        }
        switch name {
        case "--wiring": wiring = try known(Wiring(rawValue: value), Wiring.allCases.map(\.rawValue))
        case "--port": port = try number(in: 0...65535)
        case "--database": database = value == "memory" ? .memory : .file(value)
        case "--seed": seed = try number(in: 0...10_000_000)
        case "--prices": prices = value
        case "--inspector": inspector = try known(["on": true, "off": false][value], ["on", "off"])
        case "--log-level": logLevel = try known(Logger.Level(rawValue: value), Logger.Level.allCases.map(\.rawValue))
        default: drain = try number(in: 0...3600)
        }
    }

    private static let options: [(name: String, variable: String, help: String)] = [
        ("--wiring", "ORDERS_WIRING", "armory, or hand: the same service put together without a container (armory)"),
        ("--port", "ORDERS_PORT", "the port on 127.0.0.1; 0: any free one (8080, or any free one where that is taken)"),
        ("--database", "ORDERS_DATABASE", "a file, made where there is none, or memory (memory)"),
        ("--seed", "ORDERS_SEED", "how many orders to make up in a database without products (0)"),
        ("--prices", "ORDERS_PRICES", "the URL of the price service (one of our own is started)"),
        ("--log-level", "ORDERS_LOG_LEVEL", "trace, debug, info, notice, warning, error or critical (info)"),
        ("--inspector", "ORDERS_INSPECTOR", "on: /_armory shows the container, to this machine alone (off)"),
        ("--drain", "ORDERS_DRAIN", "the seconds that requests are given to end when the service is stopped (10)"),
    ]

    package static let help: String = {
        let lines = options.map { option in
            "  \(option.name)\(String(repeating: " ", count: 12 - option.name.count))\(option.help); \(option.variable)"
        }
        return """
            usage: orders-server [--port N] [--database FILE] [--seed N] ...

            Answers questions about orders over HTTP. SIGTERM and SIGINT stop it.

            \(lines.joined(separator: "\n"))

            exit codes:
               0  stopped
              64  the arguments or the environment are wrong
              69  the port is taken
              70  a fault of the program
              73  the database cannot be opened
            """
    }()
}

/// What is wrong with the arguments or the environment.
package struct SettingsError: Error, CustomStringConvertible {
    package var description: String

    init(_ description: String) { self.description = description + "; --help explains" }
}
