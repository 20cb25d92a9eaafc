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
        /// The name is checked because a foreign page can make its own host name resolve to this machine. A forwarder
        /// that passes bytes on, such as `ssh -L`, `socat` or `kubectl port-forward`, adds no header: a client that
        /// reaches its port has access too.
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

        /// The access that suits the address a server is bound to: ``loopback``, or else a new random token.
        ///
        /// ```swift
        /// let access = Inspector.Access.suited(to: host) { token in
        ///     logger.notice("inspector: http://\(host):8080/_armory?token=\(token)")
        /// }
        /// ```
        ///
        /// A server that is bound to more than the loopback interface may be behind a proxy or a forwarder, whose requests
        /// look like requests from the same machine. The token is valid until the process ends.
        ///
        /// - Parameters:
        ///   - host: The host name or address that the server is bound to: `127.0.0.1`, `::1` and `localhost` are
        ///     loopback. Any other value, such as `0.0.0.0`, gets a token.
        ///   - tell: Receives the token, once, before this method returns; not called for a loopback address. Log it
        ///     only where the readers of the log may see the page.
        public static func suited(to host: String, tell: (_ token: String) -> Void) -> Access {
            if isLoopback(host) { return .loopback }
            let token = Gatekeeper.secret()
            tell(token)
            return Access(rule: .token(Array(token.utf8)))
        }

        private static func isLoopback(_ host: String) -> Bool {
            if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        }
    }

    /// The error for a token that is too short, or has a character that a header cannot contain.
    public struct WeakToken: Error, CustomStringConvertible {
        /// The whole message.
        public var description: String {
            "The inspector's token is too short, or has a character that a header cannot have.\n"
                + "  fix: take \(Access.shortestToken) characters or more, letters and digits: openssl rand -hex 16 creates them."
        }
    }
}
#endif
