// The request of a scope.

#if Inspector
extension Inspector {
    /// The request that a scope was opened for: what identifies it, without its query and its headers.
    ///
    /// It is known of a scope with a `Request` of Hummingbird among its seeds, as `RequestScopes` opens them.
    public struct ServedRequest: Codable, Hashable, Sendable {
        /// The HTTP method.
        public var method: String
        /// The path without the query, shortened to 200 characters.
        public var path: String
        /// The request's ID, which the request's log messages have as `hb.request.id`; nil if the scope has no such seed.
        public var id: String?

        /// Creates a request.
        package init(method: String, path: String, id: String? = nil) {
            self.method = method
            self.path = path
            self.id = id
        }

        init(_ texts: RequestTexts) {
            self.init(method: texts.method, path: texts.path, id: texts.id)
        }
    }
}
#endif
