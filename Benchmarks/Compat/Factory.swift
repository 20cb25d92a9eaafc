// The cost of Factory's API, compared with Armory's own API.

import ArmoryFactory

/// A container that creates the classes of the workloads of Armory's API.
final class BenchContainer: SharedContainer {
    @TaskLocal static var shared = BenchContainer()
    let manager = ContainerManager()
}

extension BenchContainer {
    var repository: Factory<any Repository> { self { MemoryRepository() }.cached }
    var singleton: Factory<any Repository> { self { MemoryRepository() }.singleton }
    var small: Factory<Small> { self { Small() } }
    var held: Factory<Small> { self { Small() }.shared }

    var level5: Factory<Level5> { self { Level5(repository: self.repository()) } }
    var level4: Factory<Level4> { self { Level4(next: self.level5()) } }
    var level3: Factory<Level3> { self { Level3(next: self.level4()) } }
    var level2: Factory<Level2> { self { Level2(next: self.level3()) } }
    var level1: Factory<Level1> { self { Level1(next: self.level2()) } }
    var root: Factory<Root> { self { Root(next: self.level1()) } }

    var context: Factory<Context> { self { Context() }.graph }
    var debit: Factory<Debit> { self { Debit(context: self.context()) } }
    var credit: Factory<Credit> { self { Credit(context: self.context()) } }
    var transfer: Factory<Transfer> { self { Transfer(debit: self.debit(), credit: self.credit()) } }

    var numbered: ParameterFactory<Int, FromNumber> { self { FromNumber($0) } }
    var keptNumbered: ParameterFactory<Int, FromNumber> { self { FromNumber($0) }.scopeOnParameters.cached }
    var first: Factory<Small> { self { Small() }.cached }
    var second: Factory<Small> { self { Small() }.cached }
    var third: Factory<Small> { self { Small() }.cached }
}

/// An object created from a number.
final class FromNumber {
    let number: Int
    init(_ number: Int) { self.number = number }
}

final class InjectedOwner: @unchecked Sendable {  // One thread uses it.
    @Injected(\BenchContainer.repository) var repository
}

final class LazyInjectedOwner: @unchecked Sendable {  // One thread uses it.
    @LazyInjected(\BenchContainer.repository) var repository
}

final class HoldingOwner: @unchecked Sendable {  // One thread uses it.
    private let held: Small
    init(_ held: Small) { self.held = held }
}

extension Workload {
    static let factoryKit: [Workload] = [
        factoryKit("cached", "a cached instance by its protocol", against: "singleton") {
            keep(repository: factoryRepository($0))
        },
        factoryKit("singleton", "a singleton by its protocol", against: "singleton") {
            keep(repository: factorySingleton($0))
        },
        factoryKit("unique", "a small unique class", against: "transient") { keep(object: factorySmall($0)) },
        factoryKit("graph", "seven objects, one of them cached", against: "graph") { keep(object: factoryRoot($0)) },
        factoryKit("graph-shared", "two children with one object, in scope graph", against: "graph-shared") {
            keep(object: factoryTransfer($0))
        },
        factoryKit("parameter", "a small class with one parameter", against: "argument") {
            keep(object: factoryNumbered($0))
        },
        Workload("compat-factory-shared", "a shared instance that is held", against: "shared") {
            let container = BenchContainer()
            let owner = HoldingOwner(container.held())
            return { operations in
                for _ in 0..<operations { keep(object: factoryHeld(container)) }
                withExtendedLifetime(owner) {}
            }
        },
        Workload("compat-factory-container", "a container, and three cached objects in it", against: "scope-cycle") {
            { for _ in 0..<$0 { keep(object: factoryContainer()) } }
        },
        Workload("compat-factory-injected", "a read of an injected property", against: "singleton") {
            let owner = InjectedOwner()
            return { for _ in 0..<$0 { keep(repository: injected(owner)) } }
        },
        Workload("compat-factory-lazy-injected", "a second read of a lazy property", against: "singleton") {
            let owner = LazyInjectedOwner()
            return { for _ in 0..<$0 { keep(repository: lazyInjected(owner)) } }
        },
        factoryKit("register", "a registered closure", against: "register") { registerSmall($0) },
        factoryKit("register-resolve", "a registered closure, and its first instance", against: "register") {
            registerSmall($0)
            keep(object: factorySmall($0))
        },
        factoryKit("reset-resolve", "a reset of a cached factory, and a resolve", against: "singleton") {
            resetFirst($0)
            keep(object: $0.first())
        },
        Workload("compat-factory-push-pop", "a push, a reset and a pop beside 1,000 instances", against: "scope-cycle")
        {
            let container = BenchContainer()
            for number in 0..<1_000 { keep(object: container.keptNumbered(number)) }
            return { for _ in 0..<$0 { pushAndPop(container) } }
        },
        Workload("compat-factory-new", "a container, and one cached object in it", against: "scope-cycle") {
            { for _ in 0..<$0 { keep(object: newContainer()) } }
        },
    ]

    private static func factoryKit(
        _ name: String, _ summary: String, against own: String, _ body: @escaping @Sendable (BenchContainer) -> Void
    ) -> Workload {
        Workload("compat-factory-\(name)", summary, against: own) {
            let container = BenchContainer()
            body(container)
            return { for _ in 0..<$0 { body(container) } }
        }
    }
}

@inline(never)
private func factoryRepository(_ container: BenchContainer) -> any Repository { container.repository() }

@inline(never)
private func factorySingleton(_ container: BenchContainer) -> any Repository { container.singleton() }

@inline(never)
private func factorySmall(_ container: BenchContainer) -> Small { container.small() }

@inline(never)
private func factoryRoot(_ container: BenchContainer) -> Root { container.root() }

@inline(never)
private func factoryTransfer(_ container: BenchContainer) -> Transfer { container.transfer() }

@inline(never)
private func factoryNumbered(_ container: BenchContainer) -> FromNumber { container.numbered(7) }

@inline(never)
private func factoryHeld(_ container: BenchContainer) -> Small { container.held() }

@inline(never)
private func factoryContainer() -> Small {
    let container = BenchContainer()
    _ = container.first()
    _ = container.second()
    return container.third()
}

@inline(never)
private func injected(_ owner: InjectedOwner) -> any Repository { owner.repository }

@inline(never)
private func lazyInjected(_ owner: LazyInjectedOwner) -> any Repository { owner.repository }

@inline(never)
private func registerSmall(_ container: BenchContainer) { container.small.register { Small() } }

@inline(never)
private func resetFirst(_ container: BenchContainer) { container.first.reset(.scope) }

@inline(never)
private func pushAndPop(_ container: BenchContainer) {
    container.manager.push()
    container.manager.reset(options: .scope)
    container.manager.pop()
}

@inline(never)
private func newContainer() -> Small { BenchContainer().first() }
