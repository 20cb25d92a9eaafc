// To add a lifetime, see .github/CONTRIBUTING.md: it lists the places to change.

/// How long the instances of a registration live, and how they are shared.
package enum Lifetime: UInt8, Sendable, CaseIterable {
    /// A new instance at every resolve.
    case transient
    /// One instance for the owning container, kept until it closes.
    case singleton
    /// One instance, for as long as any object holds it strongly.
    case shared
    /// One instance for each outermost resolve.
    case graph
    /// One instance for each container of the registration's scope, kept until that container closes.
    case scoped
    /// One instance for each place of a `CustomLifetime`, and for each value of the arguments.
    case custom

    /// Whether threads share the instances, whose type is therefore `Sendable`.
    package var sharesInstances: Bool {
        switch self {
        case .singleton, .shared, .scoped, .custom: true
        case .transient, .graph: false
        }
    }
}
