#if Chat
/// A line that a member has said.
package struct Line: Sendable, Equatable, CustomStringConvertible {
    package let author: String
    /// Its number among the author's lines on this connection.
    package let number: Int
    package let text: String

    package init(author: String, number: Int, text: String) {
        self.author = author
        self.number = number
        self.text = text
    }

    package var description: String { "\(author) \(number): \(text)" }
}
#endif
