// The wirings that are checked. The lines of the registrations are in the expected texts, as marks.

import Armory
import ArmoryCheck
import ArmoryTestSupport
import Foundation

struct Clock: Sendable {}

struct Ledger: Sendable {
    init(clock: Clock) {}
}

struct User: Sendable {}

struct Basket: Sendable {
    init(user: User) {}
}

struct Mailer: Sendable {}

struct Letter: Sendable {
    init(mailer: Mailer) {}
}

struct Report: Sendable {
    init(ledger: Ledger) {}
}

struct Refused: Error, CustomStringConvertible {
    let description: String
}

enum Sample {
    static let sound = Module("sound") {
        Singleton(Clock.init)
        Singleton(Ledger.init)
    }

    static let withoutClock = Module("without a clock") {
        Singleton(Ledger.init)  // LEDGER
    }

    static let basket = Module("basket") {
        Seeded(User.self)  // USER
        Scoped(Basket.init)  // BASKET
    }

    static let letters = Module("letters") {
        Singleton(Mailer.init).when { $0["MAILER"] == "smtp" }  // MAILER
        Singleton(Letter.init)  // LETTER
    }
}

/// One run of a check, in this process.
struct Run {
    let text: String
    let code: Int32

    init(_ graph: CheckedGraph, _ words: String...) async throws { try await self.init([graph], words) }

    init(_ graphs: [CheckedGraph], _ words: [String] = []) async throws {
        let folder = Project.root.appending(path: "Tests/Tools/Check")
        let all = ["root=\(folder.path)", "source=ArmoryCheckTests=\(folder.path)"] + words
        let outcome = try await CheckRun(CheckRequest(all), graphs).outcome()
        text = outcome.text
        code = outcome.code
    }

    /// The place of the line that ends with a mark, as the compiler prints it.
    static func place(_ mark: String, in file: String = "CheckedWiring.swift") throws -> String {
        let path = Project.root.appending(path: "Tests/Tools/Check/\(file)")
        let lines = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
        guard let index = lines.firstIndex(where: { $0.hasSuffix("// \(mark)") }) else {
            throw Refused(description: "no line ends with \(mark)")
        }
        let column = 1 + lines[index].prefix { $0 == " " }.count
        return "\(path.path):\(index + 1):\(column)"
    }

    /// The line of a mark, as the library's own messages name it.
    static func line(_ mark: String, in file: String = "CheckedWiring.swift") throws -> String {
        "ArmoryCheckTests/\(file):\(try place(mark, in: file).split(separator: ":")[1])"
    }
}
