// What a container was built from, for features that check it or show it.

extension Container {
    /// The registrations of the container, or of that of the scope; of one that overrides another, all of them.
    package var plan: Plan { layout.plan }

    /// The container that this one overrides; nil: it overrides none.
    package var overridden: Container? { base }

    /// The tags of the scope and of those around it, innermost first; empty for a container.
    package var scopeTags: [ScopeTag] { layout.chain.compactMap(\.tag) }
}
