// The registrations that a module's own registrations see: first those that the module hides, then those that all see.
//
//     a module's factory --> view --> base, the hidden key (T, Hidden(module, qualifier))
//                                 \-> base, the key       (T, qualifier)
//
// A view is a container with an empty table, so that every lookup takes the path of inherited registrations. It is made
// for one call of a factory, and keeps nothing: slots, instances and changes are the base's.
//
// A dry run gives closures views too, which record the questions of the closures (Diagnostics).

/// The data that makes a container a module's view of another one.
@usableFromInline
final class ModuleView: Sendable {
    let base: Container
    let module: ModuleIdentity?
    let recorder: (any AskRecorder)?

    init(_ base: Container, _ module: ModuleIdentity?, _ recorder: (any AskRecorder)?) {
        self.base = base
        self.module = module
        self.recorder = recorder
    }
}

extension Resolver {
    /// Returns the resolver for a factory of the module.
    @_lifetime(immortal)
    func viewed(by module: ModuleIdentity) -> Resolver {
        Resolver(owner: Container(viewOf: container.view?.base ?? container, module, container.view?.recorder))
    }
}
