// The cost of Swinject's API, compared with Armory's own API.

import ArmorySwinject

// Containers are safe on all threads, although they do not declare it.
extension Container: @unchecked Sendable {}

extension Workload {
    static let swinject = [
        swinjectSingleton, swinjectTransient, swinjectGraph, swinjectGraphShared, swinjectArgument, swinjectNamed,
        swinjectWeak, swinjectInherited, swinjectChild, swinjectContainer, swinjectReset, swinjectMissing,
        swinjectGraphArgument, swinjectCycle, swinjectRegister,
    ]

    private static let swinjectSingleton = Workload(
        "compat-swinject-singleton", "a ready service in scope container", against: "singleton"
    ) {
        let container = Container()
        container.register((any Repository).self) { _ in MemoryRepository() }.inObjectScope(.container)
        return { for _ in 0..<$0 { keep(repository: repository(container)) } }
    }

    private static let swinjectTransient = Workload(
        "compat-swinject-transient", "a small class in scope transient", against: "transient"
    ) {
        let container = Container()
        container.register(Small.self) { _ in Small() }.inObjectScope(.transient)
        return { for _ in 0..<$0 { keep(object: small(container)) } }
    }

    private static let swinjectGraph = Workload(
        "compat-swinject-graph", "seven objects, one of them in scope container", against: "graph"
    ) {
        let container = Container(defaultObjectScope: .transient)
        container.register((any Repository).self) { _ in MemoryRepository() }.inObjectScope(.container)
        container.register(Level5.self) { r in Level5(repository: r.resolve((any Repository).self)!) }
        container.register(Level4.self) { r in Level4(next: r.resolve(Level5.self)!) }
        container.register(Level3.self) { r in Level3(next: r.resolve(Level4.self)!) }
        container.register(Level2.self) { r in Level2(next: r.resolve(Level3.self)!) }
        container.register(Level1.self) { r in Level1(next: r.resolve(Level2.self)!) }
        container.register(Root.self) { r in Root(next: r.resolve(Level1.self)!) }
        return { for _ in 0..<$0 { keep(object: root(container)) } }
    }

    private static let swinjectGraphShared = Workload(
        "compat-swinject-graph-shared", "two children with one object, in scope graph", against: "graph-shared"
    ) {
        let container = Container()
        container.register(Context.self) { _ in Context() }
        container.register(Debit.self) { r in Debit(context: r.resolve(Context.self)!) }
        container.register(Credit.self) { r in Credit(context: r.resolve(Context.self)!) }
        container.register(Transfer.self) { r in
            Transfer(debit: r.resolve(Debit.self)!, credit: r.resolve(Credit.self)!)
        }
        return { for _ in 0..<$0 { keep(object: transfer(container)) } }
    }

    private static let swinjectArgument = Workload(
        "compat-swinject-argument", "a small class from one argument", against: "argument"
    ) {
        let container = Container()
        container.register(Report.self) { (_, number: Int) in Report(customer: number) }.inObjectScope(.transient)
        return { for number in 0..<$0 { keep(object: numbered(container, number)) } }
    }

    private static let swinjectNamed = Workload(
        "compat-swinject-named", "a ready service by its type and name", against: "named"
    ) {
        let container = Container()
        container.register((any Repository).self, name: "main") { _ in MemoryRepository() }.inObjectScope(.container)
        return { for _ in 0..<$0 { keep(repository: namedRepository(container)) } }
    }

    private static let swinjectWeak = Workload(
        "compat-swinject-weak", "an object in scope weak that somebody holds", against: "shared"
    ) {
        let container = Container()
        container.register((any Repository).self) { _ in MemoryRepository() }.inObjectScope(.weak)
        let held = repository(container)
        return {
            for _ in 0..<$0 { keep(repository: repository(container)) }
            keep(repository: held)
        }
    }

    private static let swinjectInherited = Workload(
        "compat-swinject-inherited", "a ready service of the parent", against: "inherited"
    ) {
        let parent = Container()
        parent.register((any Repository).self) { _ in MemoryRepository() }.inObjectScope(.container)
        let container = Container(parent: parent)
        return { for _ in 0..<$0 { keep(repository: repository(container)) } }
    }

    private static let swinjectChild = Workload(
        "compat-swinject-child", "a child container with three services, each resolved", against: "scope-cycle"
    ) {
        let parent = Container()
        return {
            for _ in 0..<$0 {
                let child = Container(parent: parent)
                child.register(Context.self) { _ in Context() }.inObjectScope(.container)
                child.register(Debit.self) { r in Debit(context: r.resolve(Context.self)!) }.inObjectScope(.container)
                child.register(Credit.self) { r in Credit(context: r.resolve(Context.self)!) }
                    .inObjectScope(.container)
                keep(object: child.resolve(Context.self)!)
                keep(object: child.resolve(Debit.self)!)
                keep(object: child.resolve(Credit.self)!)
            }
        }
    }

    private static let swinjectContainer = Workload(
        "compat-swinject-container", "a container without registrations", against: "scope-cycle"
    ) {
        { for _ in 0..<$0 { keep(object: Container()) } }
    }

    private static let swinjectReset = Workload(
        "compat-swinject-reset", "a reset of scope container with one entry, and a resolve", against: "singleton"
    ) {
        let container = Container()
        container.register((any Repository).self) { _ in MemoryRepository() }.inObjectScope(.container)
        return {
            for _ in 0..<$0 {
                container.resetObjectScope(.container)
                keep(repository: repository(container))
            }
        }
    }

    private static let swinjectMissing = Workload(
        "compat-swinject-missing", "hasAnyRegistration of a service that is missing", against: "optional-missing"
    ) {
        let container = Container()
        container.register((any Repository).self) { _ in MemoryRepository() }
        return { for _ in 0..<$0 where hasSmall(container) { keep(object: container) } }
    }

    private static let swinjectGraphArgument = Workload(
        "compat-swinject-graph-argument", "a small class from one argument, in scope graph", against: "argument"
    ) {
        let container = Container()
        container.register(Report.self) { (_, number: Int) in Report(customer: number) }
        return { for number in 0..<$0 { keep(object: numbered(container, number)) } }
    }

    private static let swinjectCycle = Workload(
        "compat-swinject-cycle", "two objects that need each other, by initCompleted", against: "graph-shared"
    ) {
        let container = Container()
        container.register(CycleParent.self) { r in CycleParent(child: r.resolve(CycleChild.self)!) }
        container.register(CycleChild.self) { _ in CycleChild() }
            .initCompleted { r, child in child.parent = r.resolve(CycleParent.self)! }
        return { for _ in 0..<$0 { keep(object: cycle(container)) } }
    }

    private static let swinjectRegister = Workload(
        "compat-swinject-register", "a registration in scope container, in containers of 1,000", against: "register"
    ) {
        var collector = Registering()
        DistinctTypes.show(1_000, to: &collector)
        let registrations = collector.registrations
        return { operations in
            var left = operations
            while left > 0 {
                let container = Container()
                for register in registrations.prefix(left) { register(container) }
                left -= registrations.count
            }
        }
    }
}

/// Collects closures that each register a distinct class.
private struct Registering: TypeVisitor {
    var registrations: [@Sendable (Container) -> Void] = []

    mutating func visit<T>(_ type: T.Type) {
        let factory: @Sendable (any Resolver) -> NumberedService<T> = { _ in NumberedService<T>() }
        registrations.append { container in
            container.register(NumberedService<T>.self, factory: factory).inObjectScope(.container)
        }
    }
}

private final class CycleParent {
    let child: CycleChild
    init(child: CycleChild) { self.child = child }
}

private final class CycleChild {
    weak var parent: CycleParent?
}

@inline(never)
private func cycle(_ container: Container) -> CycleParent { container.resolve(CycleParent.self)! }

@inline(never)
private func hasSmall(_ container: Container) -> Bool { container.hasAnyRegistration(of: Small.self) }

@inline(never)
private func repository(_ container: Container) -> any Repository { container.resolve((any Repository).self)! }

@inline(never)
private func namedRepository(_ container: Container) -> any Repository {
    container.resolve((any Repository).self, name: "main")!
}

@inline(never)
private func small(_ container: Container) -> Small { container.resolve(Small.self)! }

@inline(never)
private func root(_ container: Container) -> Root { container.resolve(Root.self)! }

@inline(never)
private func transfer(_ container: Container) -> Transfer { container.resolve(Transfer.self)! }

@inline(never)
private func numbered(_ container: Container, _ number: Int) -> Report {
    container.resolve(Report.self, argument: number)!
}
