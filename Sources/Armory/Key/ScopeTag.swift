/// What a scope is called: a request, a session, a job.
///
/// A container that was made with a tag is a scope of that tag, and a ``Scoped`` registration names the tag whose scopes
/// its instances live in. A tag may lie inside another, which says what may hold what:
///
/// ```swift
/// extension ScopeTag {
///     static let session = ScopeTag("session")
///     static let sessionRequest = ScopeTag("request", inside: .session)
/// }
/// ```
///
/// Two tags are the same when their names are, and those of all the tags that they lie inside: a request inside a session
/// is not ``request``, which lies inside nothing. Declare a tag once and refer to it: a container keeps what it makes scopes of
/// for every tag that it has ever opened one of.
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

    /// A tag with this name.
    ///
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - outer: The tag of the scopes that its own lie inside; nil: it lies inside the application alone.
    public init(_ name: String, inside outer: ScopeTag? = nil) {
        storage = Storage(name, outer)
    }

    /// One request to a server: the only tag that is declared already, and the one that ``Scoped`` takes where none is named.
    ///
    /// It lies inside nothing. A request inside a session is a tag of your own.
    public static let request = ScopeTag("request")

    /// What errors call it.
    public var name: String { storage.name }

    /// The tag that this one lies inside, or nil.
    public var outer: ScopeTag? { storage.outer }

    /// The name, and those of the tags that it lies inside: `request inside session`.
    public var description: String {
        outer.map { "\(name) inside \($0)" } ?? name
    }

    /// Whether the names are equal, and those of all the tags that the two lie inside.
    public static func == (left: ScopeTag, right: ScopeTag) -> Bool {
        left.storage === right.storage
            || left.name == right.name && left.outer == right.outer
    }

    /// Hashes the name and those of the tags that this one lies inside.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(outer)
    }
}

extension ScopeTag {
    /// Whether it lies inside another one.
    var isNested: Bool { storage.outer != nil }

    /// Whether they are one declaration: then they are equal, and elsewise may be.
    func isIdentical(to other: ScopeTag) -> Bool { storage === other.storage }

    /// Whether a scope of this tag lies inside one of the other, directly or not.
    ///
    /// No tag lies inside itself.
    package func lies(inside other: ScopeTag) -> Bool {
        outer.map { $0.isSame(asOrInside: other) } ?? false
    }

    /// Whether the tags are the same or this one lies inside the other: what lives here may hold what lives there.
    package func isSame(asOrInside other: ScopeTag) -> Bool {
        self == other || lies(inside: other)
    }
}
