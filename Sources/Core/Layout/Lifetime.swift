/// How long the instances of a registration live, and who shares them.
public enum Lifetime: String, Sendable, Codable, CaseIterable {
    /// A new instance at every resolve.
    case transient
    /// One instance for the container, kept until it closes.
    case singleton
    /// One instance for the container, an object, as long as others hold it.
    case shared
    /// One instance for each outermost resolve.
    case graph
    /// One instance for each scope of the registration's tag, kept until the scope closes.
    case scoped
    /// The registration chooses, for each asker, who shares an instance, and how long it is kept.
    case custom

    /// Whether several callers may get one instance, whatever they share.
    var isKept: Bool { self != .transient && self != .graph }

    /// The kind of a registration's slot in a container.
    var slotKind: SlotKind {
        switch self {
        case .transient: .transient
        case .graph: .graph
        case .singleton: .kept
        case .scoped: .unscoped
        case .shared: .weak
        case .custom: .routed
        }
    }
}
