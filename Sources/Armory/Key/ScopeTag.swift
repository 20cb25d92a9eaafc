/// The name of a kind of scope: a request, a session, a job.
///
/// A container that was created with a tag is a scope of that tag. A ``Scoped`` registration names the tag of the
/// scopes that its instances live in. A tag can be inside another one; this decides which instances may hold which:
///
/// ```swift
/// extension ScopeTag {
///     static let session = ScopeTag("session")
///     static let sessionRequest = ScopeTag("request", inside: .session)
/// }
/// ```
///
/// Two tags are equal if their names and those of all their outer tags are equal: a request inside a session is not
/// ``request``, which has no outer tag. Declare a tag once and refer to it, because a container keeps data for every
/// tag that it has ever opened a scope of.
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
    public init(_ name: String, inside outer: ScopeTag? = nil) {
        storage = Storage(name, outer)
    }

    /// The tag for one request to a server: the only predefined tag, and the default of ``Scoped``.
    ///
    /// It has no outer tag. For a request inside a session, declare another tag.
    public static let request = ScopeTag("request")

    /// The name in errors.
    public var name: String { storage.name }

    /// The outer tag, or nil.
    public var outer: ScopeTag? { storage.outer }

    /// The name, followed by those of the outer tags: `request inside session`.
    public var description: String {
        outer.map { "\(name) inside \($0)" } ?? name
    }

    /// Whether the names of the two tags and those of all their outer tags are equal.
    public static func == (left: ScopeTag, right: ScopeTag) -> Bool {
        left.storage === right.storage
            || left.name == right.name && left.outer == right.outer
    }

    /// Hashes the name and those of the outer tags.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(outer)
    }
}

extension ScopeTag {
    /// Whether both come from one declaration; if not, they may still be equal.
    func isIdentical(to other: ScopeTag) -> Bool { storage === other.storage }

    /// Whether a scope of this tag is inside one of the other tag, directly or not.
    ///
    /// No tag is inside itself.
    package func lies(inside other: ScopeTag) -> Bool {
        outer.map { $0.isSame(asOrInside: other) } ?? false
    }

    /// Whether the tags are equal or this one is inside the other.
    ///
    /// An instance in a scope of this tag may then hold one in a scope of the other tag.
    package func isSame(asOrInside other: ScopeTag) -> Bool {
        self == other || lies(inside: other)
    }
}
