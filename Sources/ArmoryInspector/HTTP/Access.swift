// Who may see the page.

#if Inspector
internal import Armory

extension Inspector {
    /// Who may see the page and its JSON.
    public struct Access: Sendable {
        enum Rule: Sendable {
            case loopback
            case token([UInt8])
        }

        let rule: Rule

        /// Whoever asks from the same machine, by one of its names: the peer's address is of the loopback interface, the `Host` is
        /// `localhost`, `127.0.0.1` or `[::1]`, and no proxy says that it stands between.
        ///
        /// The name is looked at because a page from elsewhere may have its own name lead to this machine.
        public static let loopback = Access(rule: .loopback)

        /// The fewest characters that a token may have.
        public static let shortestToken = 16

        /// Whoever has a token, from anywhere.
        ///
        /// Programs send it as `Authorization: Bearer` and the token. A browser opens the page once with `?token=` and the token
        /// behind the address, and is given a cookie for it. Who listens to a connection without TLS has both.
        ///
        /// - Parameter token: A secret of at least ``shortestToken`` characters, of which no space, no control character and no
        ///   character outside of ASCII is one.
        /// - Throws: ``WeakToken`` where it is shorter, or has another character.
        public static func token(_ token: String) throws(WeakToken) -> Access {
            guard token.utf8.count >= shortestToken, token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw WeakToken()
            }
            return Access(rule: .token(Array(token.utf8)))
        }
    }

    /// A token is too short, or cannot stand in a header.
    public struct WeakToken: Error, CustomStringConvertible {
        /// The whole message.
        public var description: String {
            "The inspector's token is too short, or has a character that cannot stand in a header.\n"
                + "  fix: take \(Access.shortestToken) characters or more, letters and digits: openssl rand -hex 16 makes some."
        }
    }
}
#endif
