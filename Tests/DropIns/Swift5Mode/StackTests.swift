// How much of the stack a level of nesting takes in the three libraries; debug builds take the most.

import ArmoryEasyDi
import ArmoryInjection
import ArmoryResolver
import ArmoryTestSupport
import XCTest

private class Node {
    var next: Node?
    init(_ next: Node? = nil) { self.next = next }
}

/// The places on the stack that a chain of closures has reached, outermost first.
private class Marks {
    private var places: [UInt] = []

    @inline(never)
    func note() {
        var local = 0
        withUnsafeMutablePointer(to: &local) { places.append(UInt(bitPattern: $0)) }
    }

    /// The bytes between the last two closures, where every level is like the one before.
    var level: UInt { places[places.count - 2] - places[places.count - 1] }
}

private class ChainAssembly: Assembly {
    var marks = Marks()

    func injected(_ scope: ArmoryEasyDi.Scope, _ rest: Int) -> Node {
        define(key: "injected \(scope) \(rest)", scope: scope, init: Node()) {
            self.marks.note()
            if rest > 0 { $0.next = self.injected(scope, rest - 1) }
        }
    }

    func made(_ scope: ArmoryEasyDi.Scope, _ rest: Int) -> Node {
        define(key: "made \(scope) \(rest)", scope: scope, init: self.make(scope, rest))
    }

    private func make(_ scope: ArmoryEasyDi.Scope, _ rest: Int) -> Node {
        marks.note()
        return rest > 0 ? Node(made(scope, rest - 1)) : Node()
    }
}

/// A list of registrations that is made by a loop.
private struct List: ArmoryInjection.Registration {
    let registrations: [ArmoryInjection.Registration]
    func entries() -> [Entry] { registrations.flatMap { $0.entries() } }
}

final class StackTests: XCTestCase {
    private let levels = 6

    override func setUpWithError() throws {
        try skipUnderSanitizers("frames are larger")
    }

    private func assert(_ marks: Marks, takes most: UInt, _ label: String, line: UInt = #line) {
        print("[count] stack of a level, \(label): \(marks.level) bytes")
        XCTAssertLessThanOrEqual(marks.level, most, label, line: line)
    }

    // A level takes a 43rd of 512 KB without the 28 KB that are kept for the end. With the frames around it, a chain of 41 fits on
    // such a thread; EasyDi manages 152.
    func testEasyDi() {
        let context = DIContext()
        for scope in [ArmoryEasyDi.Scope.objectGraph, .prototype, .lazySingleton, .weakSingleton] {
            let assembly = ChainAssembly.instance(from: context)
            _ = assembly.injected(scope, levels)
            assert(assembly.marks, takes: (512 - 28) * 1024 / 43, "injected \(scope)")
            assembly.marks = Marks()
            _ = assembly.made(scope, levels)
            assert(assembly.marks, takes: scope == .weakSingleton ? 7800 : 5500, "made \(scope)")
            assembly.marks = Marks()
        }
    }

    func testInjection() {
        inject(logger: .error)
        for (label, most) in [("factory", 4500), ("single", 5000), ("weak", 7600)] as [(String, UInt)] {
            let marks = Marks()
            let list = (0...levels).map { rest -> ArmoryInjection.Registration in
                func make(_ module: Module) -> Node {
                    marks.note()
                    guard rest > 0 else { return Node() }
                    let next: Node = module.resolve(tag: "\(rest - 1)")
                    return Node(next)
                }
                switch label {
                case "factory": return factory(tag: "\(rest)", make)
                case "single": return single(tag: "\(rest)", make)
                default: return weak(tag: "\(rest)", builder: make)
                }
            }
            _ = Module { List(registrations: list) }.resolve(tag: "\(levels)") as Node
            assert(marks, takes: most, label)
        }
    }

    func testResolver() {
        let scopes: [(String, ResolverScope, factory: UInt, properties: UInt)] = [
            ("graph", .graph, 5500, 10_900), ("unique", .unique, 5200, 5300), ("cached", .cached, 5600, 10_300),
            ("shared", .shared, 8700, 10_500), ("container", .container, 6600, 11_200),
        ]
        for (label, scope, most, mostForProperties) in scopes {
            for hasProperties in [false, true] {
                let (resolver, marks) = (Resolver(), Marks())
                for rest in 0...levels {
                    func next(_ resolver: Resolver) -> Node? {
                        marks.note()
                        guard rest > 0 else { return nil }
                        let next: Node = resolver.resolve(name: Resolver.Name("\(rest - 1)"))
                        return next
                    }
                    if hasProperties {
                        resolver.register(name: Resolver.Name("\(rest)")) { Node() }
                            .resolveProperties { $1.next = next($0) }.scope(scope)
                    } else {
                        resolver.register(name: Resolver.Name("\(rest)")) { Node(next($0)) }.scope(scope)
                    }
                }
                // The first resolve registers the services.
                _ = resolver.optional(Int.self)
                _ = resolver.resolve(Node.self, name: Resolver.Name("\(levels)"))
                assert(
                    marks, takes: hasProperties ? mostForProperties : most,
                    "\(label), \(hasProperties ? "properties" : "factory")")
            }
        }
    }
}
