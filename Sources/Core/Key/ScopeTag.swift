/// The name of a kind of scope: a request, a session, a job.
///
/// A scope is opened with a tag, and a scoped registration names the tag of the scopes that its instances live in. A tag can be
/// inside another one; this decides which instances may hold which:
///
/// ```swift
/// extension ScopeTag {
///     static let session = ScopeTag("session")
///     static let sessionRequest = ScopeTag("request", inside: .session)
/// }
/// ```
///
/// Two tags are equal if their names and those of all their outer tags are equal: a request inside a session is not
/// ``request``, which has no outer tag. Declare a tag once and refer to it: a container keeps a layout for each chain of tags that
/// it has ever opened scopes of.
public struct ScopeTag: Hashable, Sendable, CustomStringConvertible {
    /// One word, because a registration holds it.
    private let storage: Storage

    private final class Storage: Sendable {
        let name: String
        let outer: ScopeTag?

        init(_ name: String, _ outer: ScopeTag?) {
            self.name = name
            self.outer = outer
        }
    }

    /// Creates a tag with this name.
    ///
    /// - Parameters:
    ///   - name: The name in errors.
    ///   - outer: The tag of the scopes that scopes of this tag are opened in; nil if they need only the application.
    public init(_ name: String, inside outer: ScopeTag? = nil) { storage = Storage(name, outer) }

    /// The tag for one request to a server: the only predefined tag.
    ///
    /// It has no outer tag. For a request inside a session, declare another tag.
    public static let request = ScopeTag("request")

    /// The name in errors.
    public var name: String { storage.name }

    /// The outer tag, or nil.
    public var outer: ScopeTag? { storage.outer }

    /// The name, followed by those of the outer tags: `request inside session`.
    public var description: String { outer.map { "\(name) inside \($0)" } ?? name }

    /// Whether the names of the two tags and those of all their outer tags are equal.
    @inline(__always)
    public static func == (left: ScopeTag, right: ScopeTag) -> Bool {
        left.storage === right.storage || left.isEqual(to: right)
    }

    @inline(never)
    private func isEqual(to other: ScopeTag) -> Bool { name == other.name && outer == other.outer }

    /// Hashes the name and those of the outer tags.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(outer)
    }
}
