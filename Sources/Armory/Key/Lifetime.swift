// To add a lifetime, see first whether a `CustomLifetime` can do it: that changes nothing here. Otherwise:
//
//     this enumeration                a case; the compiler then shows the switches that need it
//     Core/Container+Slots            the state that a slot begins with; a new state: the tables in Slots/Slot.swift
//     Finding/Container+Place         which container's slot makes and keeps the instance
//     Lookup/Container+TakeSlowly     `make`: how an instance is made; with a fast path, Container+Obtain as well
//     Lookup/Container+Await          the same for factories that await
//     Registration                    the type that users write, as Graph.swift
//
// The compiler does not show comparisons: look for `lifetime ==`, `lifetime !=` and `SlotState.` in all folders.

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
}
