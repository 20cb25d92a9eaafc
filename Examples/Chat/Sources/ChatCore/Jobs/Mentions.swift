#if Chat
package import Armory
import ArmoryRequests

/// Notifies the members whose names a line mentions, such as `@ada`.
package struct Mentions: Job {
    let line: Line

    package init(of line: Line) { self.line = line }

    package var seeds: [ScopeSeed] { [ScopeSeed(line)] }

    package func run(in scope: Container) async throws {
        try scope.resolve(Notifier.self).notify()
    }
}

/// A message that tells a member about a line; a real service would send mail.
package struct Letter: Sendable, Equatable {
    package let name: String
    package let line: Line
}

/// Notifies all members that a line mentions or, with an error, none.
package final class Notifier: Sendable {
    /// The error for a name that no member has.
    struct Unknown: Error, CustomStringConvertible {
        let name: String
        var description: String { "nobody is called \(name)" }
    }

    private let line: Line
    private let room: Room
    private let letters: UnitOfWork<Letter>

    package init(line: Line, room: Room, letters: UnitOfWork<Letter>) {
        self.line = line
        self.room = room
        self.letters = letters
    }

    func notify() throws {
        for word in line.text.split(separator: " ") where word.first == "@" {
            let name = String(word.dropFirst())
            guard room.knows(name) else { throw Unknown(name: name) }
            letters.add(Letter(name: name, line: line))
        }
    }
}
#endif
