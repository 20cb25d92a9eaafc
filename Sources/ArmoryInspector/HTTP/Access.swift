// The access to the page: for requests from this machine, or for requests with a token.

#if Inspector
internal import Armory

extension Inspector {
    /// The rule that decides which requests may see the page and its JSON.
    public struct Access: Sendable {
        enum Rule: Sendable {
            case loopback
            case token([UInt8])
        }

        let rule: Rule

        /// Access for requests from the same machine, under one of its local names.
        ///
        /// The peer's address must be a loopback address, and the `Host` must be `localhost`, `127.0.0.1` or `[::1]`.
        /// No header may show that a proxy has forwarded the request.
        ///
        /// The name is checked because a foreign page can make its own host name resolve to this machine.
        public static let loopback = Access(rule: .loopback)

        /// The minimum number of characters of a token.
        public static let shortestToken = 16

        /// Access from anywhere, for requests with a token.
        ///
        /// Programs send the token as `Authorization: Bearer` followed by the token. In a browser, open the page once
        /// with `?token=` and the token after the address; the browser then gets a cookie. Without TLS, anyone who
        /// listens to the connection gets the token and the cookie.
        ///
        /// - Parameter token: A secret of at least ``shortestToken`` ASCII characters, without spaces and control
        ///   characters.
        /// - Throws: ``WeakToken`` if the token is shorter, or contains another character.
        public static func token(_ token: String) throws(WeakToken) -> Access {
            guard token.utf8.count >= shortestToken, token.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw WeakToken()
            }
            return Access(rule: .token(Array(token.utf8)))
        }
    }

    /// The error for a token that is too short, or has a character that a header cannot contain.
    public struct WeakToken: Error, CustomStringConvertible {
        /// The whole message.
        public var description: String {
            "The inspector's token is too short, or has a character that cannot stand in a header.\n"
                + "  fix: take \(Access.shortestToken) characters or more, letters and digits: openssl rand -hex 16 makes some."
        }
    }
}
#endif
