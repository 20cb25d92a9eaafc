#if Chat
package import Armory
import ArmoryRequests

/// A message that a peer has sent: either all its lines are said, or none.
package struct Message: IncomingWork {
    package let text: String

    package init(text: String) { self.text = text }

    package var seeds: [ScopeSeed] { [ScopeSeed(self)] }
}

/// Says the lines of a message.
package final class Speech: Sendable {
    /// The error for a message that is not said.
    package struct Refused: Error, CustomStringConvertible {
        package let description: String
    }

    private let message: Message
    private let session: Session
    private let work: UnitOfWork<Line>

    package init(message: Message, session: Session, work: UnitOfWork<Line>) {
        self.message = message
        self.session = session
        self.work = work
    }

    /// Returns the lines, which are written when the message's scope ends.
    package func say() throws -> [Line] {
        let texts = message.text.split(whereSeparator: \.isNewline)
        guard !texts.isEmpty else { throw Refused(description: "a message without text") }
        return try texts.map { text in
            guard text.count <= 200 else { throw Refused(description: "a line of more than 200 characters") }
            let line = session.line(String(text))
            work.add(line)
            return line
        }
    }
}
#endif
