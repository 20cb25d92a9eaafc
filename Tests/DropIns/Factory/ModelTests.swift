// Random operations on a container and its singletons, against plain dictionaries.

import ArmoryFactory
import ArmoryTestSupport
import XCTest

private final class Item: Sendable {
    let life = Counted()
    let parameter: Int
    /// Which closure has made it.
    let version: Int

    init(_ parameter: Int, _ version: Int) {
        self.parameter = parameter
        self.version = version
    }
}

/// The factories, by their scope; all but the last have an instance for each parameter.
private enum Kind: CaseIterable {
    case unique, cached, session, shared, singleton, first

    var keepsAtAll: Bool { self != .unique }
    var key: StaticString {
        switch self {
        case .unique: "unique"
        case .cached: "cached"
        case .session: "session"
        case .shared: "shared"
        case .singleton: "singleton"
        case .first: "first"
        }
    }
}

private final class Modelled: SharedContainer {
    @TaskLocal static var shared = Modelled()
    let manager = ContainerManager()

    func factory(_ kind: Kind) -> ParameterFactory<Int, Item> {
        let factory: ParameterFactory<Int, Item> = self(key: kind.key) { Item($0, 0) }
        return switch kind {
        case .unique: factory.unique.scopeOnParameters
        case .cached: factory.cached.scopeOnParameters
        case .session: factory.scope(.session).scopeOnParameters
        case .shared: factory.scopeOnParameters.shared
        case .singleton: factory.scopeOnParameters.singleton
        case .first: factory.cached
        }
    }
}

/// A container beside what it has to do.
private final class Model {
    private struct Slot: Hashable {
        let kind: Kind
        let parameter: Int
    }

    /// What `push()` saves.
    private struct State {
        var registered: [Kind: Int] = [:]
        var ofTests: [Kind: Int] = [:]
        var instances: [Slot: ObjectIdentifier] = [:]
    }

    /// A singleton scope beside the instances that it has to have.
    private struct Singletons {
        let scope: Scope.Singleton
        var instances: [Slot: ObjectIdentifier] = [:]
    }

    private let container = Modelled()
    private var random: SeededGenerator
    private var state = State()
    private var pushed: [State] = []
    /// A scope and clones, which all live on, and the one that the operations use.
    private var scopes = [Singletons(scope: Scope.Singleton())]
    private var current = 0
    private var singletons: [Slot: ObjectIdentifier] {
        get { scopes[current].instances }
        set { scopes[current].instances = newValue }
    }
    /// Everything that was made, so that no identifier is used again.
    private var held: [ObjectIdentifier: Item] = [:]
    private var version = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    func run(_ operations: Int) {
        for _ in 0..<operations { Scope.$singleton.withValue(scopes[current].scope) { operate() } }
    }

    private func operate() {
        let kind = Kind.allCases.randomElement(using: &random) ?? .cached
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50: resolve(kind, Int.random(in: 0..<6, using: &random))
        case 50..<55: expire(kind, Int.random(in: 0..<6, using: &random))
        case 55..<65: register(kind)
        case 65..<72: reset(kind)
        case 72..<76: resetContainer()
        case 76..<81: resetScope()
        case 81..<87: push()
        case 87..<93: pop()
        case 93..<95: clone()
        case 95..<97: current = Int.random(in: scopes.indices, using: &random)
        case 97:
            Scope.singleton.reset()
            singletons = [:]
        default: releaseShared()
        }
    }

    /// The time to live of an existing instance ends, also of one that was restored or cloned.
    private func expire(_ kind: Kind, _ parameter: Int) {
        let slot = slot(kind, parameter)
        state.instances[slot] = nil
        if kind == .singleton { singletons[slot] = nil }
        container.factory(kind).timeToLive(0)
        resolve(kind, parameter)
        container.factory(kind).timeToLive(3600)
        // A growing table may drop an instance whose time has ended; so the new time has to count before that.
        resolve(kind, parameter)
    }

    private func slot(_ kind: Kind, _ parameter: Int) -> Slot {
        Slot(kind: kind, parameter: kind == .first ? -1 : parameter)
    }

    private func resolve(_ kind: Kind, _ parameter: Int) {
        let item = container.factory(kind)(parameter)
        let slot = slot(kind, parameter)
        let known = kind == .singleton ? singletons[slot] : state.instances[slot]
        if let known {
            XCTAssertEqual(ObjectIdentifier(item), known, "\(kind) \(parameter)")
            XCTAssertEqual(item.parameter, kind == .first ? held[known]?.parameter : parameter)
            return
        }
        XCTAssertNil(held[ObjectIdentifier(item)], "\(kind) \(parameter) is not new")
        XCTAssertEqual(item.parameter, parameter)
        XCTAssertEqual(item.version, state.ofTests[kind] ?? state.registered[kind] ?? 0, "\(kind) \(parameter)")
        held[ObjectIdentifier(item)] = item
        guard kind.keepsAtAll else { return }
        if kind == .singleton {
            singletons[slot] = ObjectIdentifier(item)
        } else {
            state.instances[slot] = ObjectIdentifier(item)
        }
    }

    private func register(_ kind: Kind) {
        version += 1
        let version = version
        if Bool.random(using: &random) {
            container.factory(kind).onTest { Item($0, version) }
            state.ofTests[kind] = version
        } else {
            container.factory(kind).register { Item($0, version) }
            state.registered[kind] = version
            forget(kind)
        }
    }

    private func forget(_ kind: Kind) {
        state.instances = state.instances.filter { $0.key.kind != kind }
        if kind == .singleton { singletons = [:] }
    }

    private func reset(_ kind: Kind) {
        let all: [FactoryResetOptions] = [.all, .none, .registration, .context, .scope]
        let options = all.randomElement(using: &random) ?? .all
        container.factory(kind).reset(options)
        switch options {
        case .none: break
        case .registration: state.registered[kind] = nil
        case .context: state.ofTests[kind] = nil
        case .scope: forget(kind)
        case .all:
            (state.registered[kind], state.ofTests[kind]) = (nil, nil)
            forget(kind)
        }
    }

    private func resetContainer() {
        let all: [FactoryResetOptions] = [.all, .none, .registration, .context, .scope]
        let options = all.randomElement(using: &random) ?? .all
        container.reset(options: options)
        switch options {
        case .all: state = State()
        case .none: break
        case .registration: state.registered = [:]
        case .context: state.ofTests = [:]
        case .scope: state.instances = [:]
        }
        if case .all = options { XCTAssertTrue(container.manager.isEmpty(.all)) }
        XCTAssertEqual(container.manager.isEmpty(.scope), state.instances.isEmpty)
        XCTAssertEqual(container.manager.isEmpty(.registration), state.registered.isEmpty)
        XCTAssertEqual(container.manager.isEmpty(.context), state.ofTests.isEmpty)
    }

    private func resetScope() {
        let kinds: [(Scope, [Kind])] = [
            (.cached, [.cached, .first]), (.session, [.session]), (.shared, [.shared]), (.graph, []),
        ]
        let (scope, reset) = kinds.randomElement(using: &random) ?? (.cached, [.cached, .first])
        container.manager.reset(scope: scope)
        for kind in reset { forget(kind) }
    }

    private func push() {
        guard pushed.count < 5 else { return }
        container.manager.push()
        pushed.append(state)
    }

    private func pop() {
        container.manager.pop()
        if let last = pushed.popLast() { state = last }
    }

    private func clone() {
        let clone = Singletons(scope: Scope.singleton.clone(), instances: singletons)
        if scopes.count < 4 {
            scopes.append(clone)
        } else {
            scopes[(current + 1) % 4] = clone
        }
    }

    /// Releases what nothing has to keep: shared instances then are gone, also saved ones.
    private func releaseShared() {
        let shared = Set(
            ([state] + pushed).flatMap { $0.instances.filter { $0.key.kind == .shared }.map(\.value) })
        for identifier in shared { held[identifier] = nil }
        func drop(_ state: inout State) { state.instances = state.instances.filter { $0.key.kind != .shared } }
        drop(&state)
        for index in pushed.indices { drop(&pushed[index]) }
    }

    func end() { container.reset() }
}

final class ModelTests: FactoryTestCase {
    override func setUp() {
        _ = Modelled.shared
        super.setUp()
    }

    func testTenThousandOperationsDoWhatDictionariesDo() {
        for seed in 1...UInt64(StressScale.scaled(5, atLeast: 1)) {
            let model = Model(seed: seed)
            model.run(10_000)
            model.end()
        }
    }
}
