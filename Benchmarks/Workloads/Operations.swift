// One function for each operation that is measured. None is inlined: the hash of a key, which is the same at every
// call, cannot be taken out of the loop around it, and both sides of a comparison pay for one call.

import Armory

extension Name {
    static let primary: Name = "primary"
}

/// The operations through a container.
enum Resolving {
    @inline(never)
    static func singleton(_ container: Container) throws(ResolutionError) -> any Repository {
        try container.resolve()
    }

    @inline(never)
    static func singletonBorrowed(_ container: Container) throws {
        try container.with((any Repository).self) { keep(repository: $0) }
    }

    @inline(never)
    static func singletonClass(_ container: Container) throws(ResolutionError) -> Clockwork {
        try container.resolve()
    }

    /// One of many singletons, of a class that is known at run time.
    @inline(never)
    static func singleton(
        _ type: Numbered.Type, _ container: Container
    ) throws(ResolutionError) -> Numbered {
        try container.resolve(type)
    }

    @inline(never)
    static func transient(_ container: Container) throws(ResolutionError) -> Small {
        try container.resolve()
    }

    @inline(never)
    static func graph(_ container: Container) throws(ResolutionError) -> Root {
        try container.resolve()
    }

    @inline(never)
    static func graphShared(_ container: Container) throws(ResolutionError) -> Transfer {
        try container.resolve()
    }

    @inline(never)
    static func shared(_ container: Container) throws(ResolutionError) -> any Repository {
        try container.resolve()
    }

    @inline(never)
    static func named(_ container: Container) throws(ResolutionError) -> any Repository {
        try container.resolve(named: .primary)
    }

    @inline(never)
    static func argument(_ container: Container, _ customer: Int) throws(ResolutionError) -> Report {
        try container.resolve(arguments: customer)
    }

    @inline(never)
    static func optionalMissing(_ container: Container) throws(ResolutionError) -> Missing? {
        try container.resolveOptional()
    }
}

/// The same by hand.
enum ByHand {
    @inline(never)
    static func nothing(_ number: Int) -> Int {
        number
    }

    @inline(never)
    static func staticLet() -> any Repository {
        Statics.repository
    }

    @inline(never)
    static func initializer() -> Small {
        Small()
    }

    @inline(never)
    static func graph() -> Root {
        Root(
            next: Level1(
                next: Level2(
                    next: Level3(next: Level4(next: Level5(repository: Statics.repository))))))
    }

    @inline(never)
    static func graphShared() -> Transfer {
        let context = Context()
        return Transfer(debit: Debit(context: context), credit: Credit(context: context))
    }

    @inline(never)
    static func weakLoad(_ box: WeakBox) -> (any Repository)? {
        box.repository
    }

    @inline(never)
    static func argument(_ customer: Int) -> Report {
        Report(customer: customer)
    }
}
