import Armory
protocol Greeter: AnyObject, Sendable { func hi() -> Int }
protocol Orders: AnyObject, Sendable { func hi() -> Int }
final class G: Orders, Sendable { func hi() -> Int { 1 } }
enum Statics { static let g: any Orders = G() }
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
try c.register(Singleton((any Orders).self) { G() })
try c.register(Transient { Small() })
try c.register(Transient { L5(s: try $0()) })
try c.register(Transient { L4(n: try $0()) })
try c.register(Transient { L3(n: try $0()) })
try c.register(Transient { L2(n: try $0()) })
try c.register(Transient { L1(n: try $0()) })
try c.register(Transient { Root(n: try $0()) })

@inline(never) func emptyOp(_ i: Int) -> Int { i }
@inline(never) func staticOp() -> any Orders { Statics.g }
@inline(never) func singletonOp(_ c: Container) throws(ResolutionError) -> any Orders { try c.resolve() }
@inline(never) func initOp() -> Small { Small() }
@inline(never) func transientOp(_ c: Container) throws(ResolutionError) -> Small { try c.resolve() }
@inline(never) func handOp() -> Root { Root(n: L1(n: L2(n: L3(n: L4(n: L5(s: Statics.g)))))) }
@inline(never) func graphOp(_ c: Container) throws(ResolutionError) -> Root { try c.resolve() }
let primary: Name = "primary"
protocol Hot: AnyObject, Sendable { func hi() -> Int }
final class HotC: Hot, Sendable { func hi() -> Int { 2 } }
final class Sh: Sendable {}
try c.register(Singleton((any Hot).self) { HotC() }.named("primary"))
try c.register(Shared { Sh() })
let held = try c.resolve(Sh.self)
final class WeakBox { weak var x: Sh?; init(_ s: Sh) { x = s } }
struct WBH: @unchecked Sendable { let b: WeakBox }
let wbh = WBH(b: WeakBox(held))
@inline(never) func weakOp() -> Sh? { wbh.b.x }
@inline(never) func sharedOp(_ c: Container) throws(ResolutionError) -> Sh { try c.resolve() }
@inline(never) func namedOp(_ c: Container) throws(ResolutionError) -> any Hot { try c.resolve(named: primary) }
@inline(never) func withOp(_ c: Container) throws { try c.with((any Orders).self) { blackHoleP($0) } }
final class ArgC { let a: Int; init(a: Int) { self.a = a } }
try c.register(Transient(arguments: Int.self) { _, a in ArgC(a: a) })
@inline(never) func argOp(_ c: Container, _ i: Int) throws(ResolutionError) -> ArgC { try c.resolve(arguments: i) }
@inline(never) func argHandOp(_ i: Int) -> ArgC { ArgC(a: i) }
final class Ctx { let a = 1 }
final class C1 { let x: Ctx; init(x: Ctx) { self.x = x } }
final class C2 { let x: Ctx; init(x: Ctx) { self.x = x } }
final class Pair { let a: C1, b: C2; init(a: C1, b: C2) { self.a = a; self.b = b } }
try c.register(Graph { Ctx() })
try c.register(Transient { C1(x: try $0()) })
try c.register(Transient { C2(x: try $0()) })
try c.register(Transient { Pair(a: try $0(), b: try $0()) })
@inline(never) func pairOp(_ c: Container) throws(ResolutionError) -> Pair { try c.resolve() }
@inline(never) func pairHandOp() -> Pair { let x = Ctx(); return Pair(a: C1(x: x), b: C2(x: x)) }
@inline(never) func optOp(_ c: Container) throws(ResolutionError) -> WeakBox? { try c.resolveOptional() }
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
case "weak": for _ in 0..<n { if let w = weakOp() { blackHoleS(w) } }
case "shared": for _ in 0..<n { blackHoleS(try sharedOp(c)) }
case "named": for _ in 0..<n { blackHoleS(try namedOp(c)) }
case "with": for _ in 0..<n { try withOp(c) }
case "arg": for i in 0..<n { blackHoleS(try argOp(c, i)) }
case "argHand": for i in 0..<n { blackHoleS(argHandOp(i)) }
case "pair": for _ in 0..<n { blackHoleS(try pairOp(c)) }
case "pairHand": for _ in 0..<n { blackHoleS(pairHandOp()) }
case "opt": for _ in 0..<n { if let x = try optOp(c) { blackHoleS(x) } }
default: break
}
