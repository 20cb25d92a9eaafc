// The cost of EasyDi's API, compared with Armory's own API.

import ArmoryEasyDi

/// An assembly that creates the classes of the workloads of Armory's API.
final class BenchAssembly: Assembly, @unchecked Sendable {
    var repository: any Repository { define(scope: .lazySingleton, init: MemoryRepository()) }
    var small: Small { define(scope: .prototype, init: Small()) }

    var level5: Level5 { define(scope: .prototype, init: Level5(repository: self.repository)) }
    var level4: Level4 { define(scope: .prototype, init: Level4(next: self.level5)) }
    var level3: Level3 { define(scope: .prototype, init: Level3(next: self.level4)) }
    var level2: Level2 { define(scope: .prototype, init: Level2(next: self.level3)) }
    var level1: Level1 { define(scope: .prototype, init: Level1(next: self.level2)) }
    var root: Root { define(scope: .prototype, init: Root(next: self.level1)) }

    var context1: Context { define(init: Context()) }
    var debit: Debit { define(init: Debit(context: self.context1)) }
    var credit: Credit { define(init: Credit(context: self.context1)) }
    var transfer: Transfer { define(init: Transfer(debit: self.debit, credit: self.credit)) }
}

/// The counterpart of `Transfer`, whose three objects are passed to each other by closures.
final class InjectedTransfer {
    var debit: InjectedDebit?
    var credit: InjectedCredit?
}

final class InjectedDebit {
    var context: Context?
}

final class InjectedCredit {
    var context: Context?
}

extension BenchAssembly {
    var injectedDebit: InjectedDebit { define(init: InjectedDebit()) { $0.context = self.context1 } }
    var injectedCredit: InjectedCredit { define(init: InjectedCredit()) { $0.context = self.context1 } }
    var injectedTransfer: InjectedTransfer {
        define(init: InjectedTransfer()) {
            $0.debit = self.injectedDebit
            $0.credit = self.injectedCredit
        }
    }
}

extension Workload {
    static let easyDi: [Workload] = [
        easyDi("singleton", "a ready lazySingleton by its protocol") { keep(repository: easyDiSingleton($0)) },
        easyDi("transient", "a small class, as a prototype") { keep(object: easyDiSmall($0)) },
        easyDi("graph", "seven objects, one of them a lazySingleton, the others prototypes") {
            keep(object: easyDiRoot($0))
        },
        easyDi("graph-shared", "two children with one object, all of the default scope") {
            keep(object: easyDiTransfer($0))
        },
        easyDi("injected", "the same, given to each other by closures", against: "graph-shared") {
            keep(object: easyDiInjectedTransfer($0))
        },
    ]

    private static func easyDi(
        _ name: String, _ summary: String, against own: String? = nil,
        _ body: @escaping @Sendable (BenchAssembly) -> Void
    ) -> Workload {
        Workload("compat-easydi-\(name)", summary, against: own ?? name) {
            let context = DIContext()
            let assembly = BenchAssembly.instance(from: context)
            return { operations in
                for _ in 0..<operations { body(assembly) }
                withExtendedLifetime(context) {}
            }
        }
    }
}

@inline(never)
private func easyDiSingleton(_ assembly: BenchAssembly) -> any Repository {
    assembly.repository
}

@inline(never)
private func easyDiSmall(_ assembly: BenchAssembly) -> Small {
    assembly.small
}

@inline(never)
private func easyDiRoot(_ assembly: BenchAssembly) -> Root {
    assembly.root
}

@inline(never)
private func easyDiTransfer(_ assembly: BenchAssembly) -> Transfer {
    assembly.transfer
}

@inline(never)
private func easyDiInjectedTransfer(_ assembly: BenchAssembly) -> InjectedTransfer {
    assembly.injectedTransfer
}
