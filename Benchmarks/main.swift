public import Armory
protocol Greeter: AnyObject, Sendable { func hi() -> Int }
protocol Orders: AnyObject, Sendable { func hi() -> Int }
final class G: Orders, Sendable { func hi() -> Int { 1 } }
struct Statics { static let g: any Orders = G() }
final class Small { let a = 1, b = 2 }
final class L5 { let s: any Orders; init(s: any Orders) { self.s = s } }
final class L4 { let n: L5; init(n: L5) { self.n = n } }
final class L3 { let n: L4; init(n: L4) { self.n = n } }
final class L2 { let n: L3; init(n: L3) { self.n = n } }
final class L1 { let n: L2; init(n: L2) { self.n = n } }
final class Root { let n: L1; init(n: L1) { self.n = n } }

@inline(never) @_optimize(none) func blackHole<T>(_ t: borrowing T) {}
@inline(never) @_optimize(none) func blackHoleP(_ t: any Orders) {}
@inline(never) @_optimize(none) func blackHoleS(_ t: AnyObject) {}

let n = Int(CommandLine.arguments[2])!
let c = Container()
c.register((any Orders).self, singleton: true) { _ in G() }
c.register(singleton: false) { _ in Small() }
c.register(singleton: false) { try L5(s: $0()) }
c.register(singleton: false) { try L4(n: $0()) }
c.register(singleton: false) { try L3(n: $0()) }
c.register(singleton: false) { try L2(n: $0()) }
c.register(singleton: false) { try L1(n: $0()) }
c.register(singleton: false) { try Root(n: $0()) }

@inline(never) func emptyOp(_ i: Int) -> Int { i }
@inline(never) func staticOp() -> any Orders { Statics.g }
@inline(never) func singletonOp(_ c: Container) throws -> any Orders { try c.resolve() }
@inline(never) func initOp() -> Small { Small() }
@inline(never) func transientOp(_ c: Container) throws -> Small { try c.resolve() }
@inline(never) func handOp() -> Root { Root(n: L1(n: L2(n: L3(n: L4(n: L5(s: Statics.g)))))) }
@inline(never) func graphOp(_ c: Container) throws -> Root { try c.resolve() }
@inline(never) func empty(_ n: Int) { for i in 0..<n { blackHole(emptyOp(i)) } }
@inline(never) func statics(_ n: Int) { for _ in 0..<n { blackHoleP(staticOp()) } }
@inline(never) func singleton(_ n: Int, _ c: Container) throws { for _ in 0..<n { blackHoleP(try singletonOp(c)) } }
@inline(never) func ini(_ n: Int) throws { for _ in 0..<n { blackHoleS(initOp()) } }
@inline(never) func transient(_ n: Int, _ c: Container) throws { for _ in 0..<n { blackHoleS(try transientOp(c)) } }
@inline(never) func hand(_ n: Int) { for _ in 0..<n { blackHoleS(handOp()) } }
@inline(never) func graph(_ n: Int, _ c: Container) throws { for _ in 0..<n { blackHoleS(try graphOp(c)) } }

switch CommandLine.arguments[1] {
case "empty": empty(n)
case "static": statics(n)
case "singleton": try singleton(n, c)
case "init": try ini(n)
case "transient": try transient(n, c)
case "hand": hand(n)
case "graph": try graph(n, c)
default: break
}
