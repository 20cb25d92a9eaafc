// To add a lifetime, see first whether a `CustomLifetime` can do it: that changes nothing here. Otherwise add a case,
// and change the places below.
//
// The compiler shows each `switch` over the lifetime, because none has a `default`:
//
//     Core/Container+Slots                 the state that a slot begins with
//     Finding/Container+InnerSlot          the slot of the inner record of a decorated or intercepted registration
//     Finding/Container+Derived            the container that keeps an instance, if a container overrides others
//     Lookup/Container+TakeSlowly          how an instance is made: `Construction.obtain(_:isRepeatable:)`
//     Writing/Container+Reset, +Layers     which instances a reset or a replacement forgets
//     Facades/Container+Sites              an instance that exists already, for the APIs of other libraries
//     Records/Binding+Scope                whether its dependents need the scopes that it needs
//     Validation/DependencyGraph           whether an instance is made in the container's view
//     Diagnostics/SlotStates               the state of an instance in `ContainerGraph`
//     Lifecycle/Container+Checked          the container in whose view health checks look for the instance
//     Errors/ResolutionError+Diagnosis     the words for the lifetime
//     Events/ContainerGraph                the public form of the lifetime. With a case there, the compiler shows the
//                                          switches of ArmoryDiagrams too. With the trait `Inspector` it also shows
//                                          `isCounted` in ArmoryInspector/Monitor/Monitor.swift
//     Tests                                ArmoryModelTests, ArmoryStressTests, ArmoryTests
//
// The compiler does not show:
//
//     comparisons of lifetimes             `grep -rniE 'lifetime [!=]=' Sources Tests` finds them, and some with nil.
//                                          Those for factories that await are in Lookup/Container+Await
//     Lookup/Container+TakeInherited       the table of slots in the comment at its head
//     states of slots                      `grep -rn 'SlotState[.]' Sources` finds comparisons and switches, which have
//                                          a `default`. One chooses the slot: Finding/Container+InstanceSlot. A new
//                                          state also needs its lines in Slots/Slot.swift, and with a fast path a line
//                                          in `obtain` of Lookup/Container+Obtain
//     Registration                         the type that users write. The model for a lifetime whose instances stay on
//                                          their thread is Graph.swift. If threads share them, it is Singleton.swift
//     Records/Resolvable                   the value by which a `Resolvable` type names its lifetime
//     Writing/InstanceSelection            the value by which a reset names the lifetime
//     ArmoryInspector/Page                 name (base.js), letters (canvas.js), colours (style.css, views.css)
//     ArmoryResolver/Scopes,               the scopes and functions of other libraries' APIs, if one of them has such a
//     ArmoryEasyDi/Assembly,               lifetime
//     ArmoryInjection/Registration
//     Tests/ArmoryModelTests               the lifetimes from which ScenarioGenerator chooses
//     README.md, Armory.docc/Use/Lifetimes.md  the tables of lifetimes
//     .github/CONTRIBUTING.md              the same list, with the other kinds of additions

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
