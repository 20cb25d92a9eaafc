// How the model makes an instance: a recursion over the recipes, on one thread.
//
// An instance is unfinished from the call of its factory until it is published or given up. It may be handed out before
// it is finished: while it is being injected (an object only), or when it is complete but holds one that is not. Who is
// handed one that is unfinished depends on it: it is published with it, or given up with it.

import Armory

/// The attempt to make an instance.
final class ModelBuild {
    enum Phase { case constructing, injecting, pending, published, givenUp }

    let slot: ModelSlot
    let isObject: Bool
    var phase = Phase.constructing
    var instance: Node?
    /// Whether somebody holds the unfinished instance.
    var isTaken = false
    /// The unfinished ones it depends on.
    var dependencies: [ModelBuild] = []
    /// Those that its factory was handed, where the injection was put off.
    var taken: [ModelBuild] = []

    init(_ slot: ModelSlot, isObject: Bool) {
        self.slot = slot
        self.isObject = isObject
    }

    var canBeTaken: Bool {
        switch phase {
        case .pending: true
        case .injecting: isObject
        case .constructing, .published, .givenUp: false
        }
    }
}

/// What runs.
struct ModelMaking {
    struct Frame {
        let build: ModelBuild
        /// Where it stands on the path.
        let position: Int
        /// How much had been taken before.
        let takenBefore: Int
        /// Where the instance stands that the injection has to wait for.
        var waitsFor: Int?
    }

    /// An injection that waits for the factory at a position of the path to return.
    struct PutOff {
        let build: ModelBuild
        var position: Int
    }

    /// What is being made, the outermost first; also what needs no frame.
    var path: [ModelSlot] = []
    var frames: [Frame] = []
    var putOffs: [PutOff] = []
    /// The unfinished instances that were handed out, the oldest first.
    var taken: [ModelBuild] = []
    var pending: [ModelBuild] = []
    /// The graph of the outermost resolve.
    var graph: [ModelBuild] = []

    var isBuilding: Bool { !frames.isEmpty || !putOffs.isEmpty }
    var isIdle: Bool { path.isEmpty && !isBuilding && taken.isEmpty && pending.isEmpty && graph.isEmpty }
}

/// The step would take too long.
struct Endless: Error {}

// MARK: Asking

extension ReferenceModel: Changing {
    func follow(_ edge: Edge, _ argument: Int) throws -> Node? {
        try resolve(edge.place, edge.ask, argument: argument)
    }

    func resolve(_ place: Int, _ ask: Ask, argument: Int) throws -> Node? {
        let container = scenario.places[place].container
        let isOptional = ask == .optional || ask == .wrapped
        guard !containers[container].isClosed else { throw failure("closed", at: place) }
        guard let slot = containers[container].slots[key(place)]?.last else {
            if isOptional { return nil }
            guard containers[container].slots[key(place)] != nil else { throw failure("missing", at: place) }
            freedom.mayBeForgotten = containers[container].keyCount > 16 || !isAlone
            throw failure("removed", at: place)
        }
        making.path.append(slot)
        defer {
            making.path.removeLast()
            if making.path.isEmpty && flaw != .graphIsKept { making.graph = [] }
        }
        guard stage.events.count < 300, making.path.count < 100 else { throw Endless() }
        if let fault = slot.fault { throw fault }
        do {
            return try obtain(slot, given(ask, argument))
        } catch let mishap as Mishap {
            let fault = failure("factoryFailed", mishap: mishap.recipe)
            if flaw == .failureIsKept { slot.fault = fault }
            throw fault
        }
    }

    /// The argument that is passed; from a factory that has one, the next lower.
    private func given(_ ask: Ask, _ argument: Int) -> Int? {
        guard case .argument(let number) = ask else { return ask == .wrongArgument ? -1 : nil }
        return argument > 0 ? argument - 1 : number
    }

    /// An error at the end of the path, or at what was asked for there.
    func failure(_ code: String, at place: Int? = nil, mishap: Int? = nil) -> Failure {
        let path = making.path.map { keyNames[$0.place] } + (place.map { [keyNames[$0]] } ?? [])
        return Failure(codeName: code, key: path[path.count - 1], path: path, mishap: mishap)
    }

    private func obtain(_ slot: ModelSlot, _ argument: Int?) throws -> Node {
        let recipe = scenario.recipes[slot.recipe]
        guard recipe.needsArgument == (argument != nil), argument != -1 else { throw failure("wrongArguments") }
        switch recipe.lifetime {
        case .transient: return try obtainTransient(slot, argument ?? 0)
        case .graph: return try obtainInGraph(slot)
        case .singleton, .shared, .scoped, .custom: return try obtainKept(slot)
        }
    }
}

// MARK: The lifetimes

extension ReferenceModel {
    private func obtainTransient(_ slot: ModelSlot, _ argument: Int) throws -> Node {
        let recipe = scenario.recipes[slot.recipe]
        guard recipe.needsArgument || !isEndless(slot) else { throw failure("cycle") }
        guard !recipe.injections.isEmpty else {
            return Node(try stage.runFactory(slot.recipe, argument: argument, by: self, follow))
        }
        guard let made = try make(slot, argument) else { preconditionFailure("a transient is not looked for again") }
        return made
    }

    /// Whether the transient is being made already, and nothing has come between that ends the repetition: an instance that is
    /// not made anew, and an injection.
    private func isEndless(_ slot: ModelSlot) -> Bool {
        let path = making.path.dropLast()
        guard let position = path.lastIndex(where: { $0 === slot }) else { return false }
        return !making.frames.contains { $0.position >= position && $0.build.phase == .injecting }
            || path[position...].allSatisfy { scenario.recipes[$0.recipe].lifetime == .transient }
    }

    private func obtainInGraph(_ slot: ModelSlot) throws -> Node {
        while true {
            if let build = making.graph.first(where: { $0.slot === slot }), build.phase != .givenUp {
                if build.phase == .published, let instance = build.instance { return instance }
                guard build.canBeTaken else { throw failure("cycle") }
                return take(build)
            }
            if making.path.dropLast().contains(where: { $0 === slot }) {
                putOffInjection(until: slot)
                throw failure("cycle")
            }
            if let made = try make(slot, 0) { return made }
        }
    }

    private func obtainKept(_ slot: ModelSlot) throws -> Node {
        while true {
            if let instance = slot.kept ?? slot.shared { return instance }
            if let build = slot.build {
                if build.canBeTaken && making.isBuilding { return take(build) }
                // A value that is being injected cannot be resolved before that is over.
                if build.phase == .constructing { putOffInjection(until: slot) }
                throw failure("cycle")
            }
            if let made = try make(slot, 0) { return made }
        }
    }

    /// Hands out an unfinished instance.
    private func take(_ build: ModelBuild) -> Node {
        build.isTaken = true
        making.taken.append(build)
        guard let instance = build.instance else { preconditionFailure("what can be taken is there") }
        return instance
    }

    /// Something asks for what is being constructed further out: the innermost injection since then has to wait for it.
    private func putOffInjection(until slot: ModelSlot) {
        guard let position = making.path.firstIndex(where: { $0 === slot }),
            let frame = making.frames.lastIndex(where: { $0.position > position && $0.build.phase == .injecting })
        else { return }
        making.frames[frame].waitsFor = min(making.frames[frame].waitsFor ?? position, position)
    }
}

// MARK: Making

extension ReferenceModel {
    /// The new instance; nil where it is to be looked for again.
    private func make(_ slot: ModelSlot, _ argument: Int) throws -> Node? {
        let build = ModelBuild(slot, isObject: !scenario.isValue(slot.recipe, at: slot.place))
        if isKept(build) { slot.build = build }
        let position = making.path.count - 1
        enter(build, at: position)
        do {
            let made = Node(try stage.runFactory(slot.recipe, argument: argument, by: self, follow))
            try refuseSharedValue(build)
            build.instance = made
            if lifetime(of: build) == .graph { putIntoGraph(build) }
            return try complete(build)
        } catch {
            abandon(build, at: position)
            throw error
        }
    }

    private func complete(_ build: ModelBuild) throws -> Node? {
        let position = making.path.count - 1
        build.phase = .injecting
        while let waiting = takePutOff(until: position) { try injectAgain(waiting) }
        let isInjected = try inject(build)
        let isPublished = try isInjected && finish(build)
        switch lifetime(of: build) {
        case .singleton, .shared, .scoped, .custom: return isPublished ? build.instance : nil
        case .transient: return build.instance
        case .graph: return build.phase == .givenUp ? nil : build.instance
        }
    }

    /// Runs the injections.
    ///
    /// False where they met what is being constructed further out: then they run again when its factory has returned.
    private func inject(_ build: ModelBuild) throws -> Bool {
        guard var instance = build.instance else { preconditionFailure("it was made") }
        let takenBefore = making.taken.count
        var fault: (any Error)?
        do {
            for number in scenario.recipes[build.slot.recipe].injections.indices {
                try stage.runInjection(number, of: instance, follow)
                if let other = stage.replacement(of: instance, after: number) { instance = Node(other) }
            }
        } catch {
            fault = error
        }
        if let position = making.frames.last?.waitsFor, build.isObject {
            freedom.hasPutOff = true
            making.taken.removeSubrange(takenBefore...)
            build.taken += leave()
            making.putOffs.append(ModelMaking.PutOff(build: build, position: position))
            if !isKept(build) { _ = take(build) }
            return false
        }
        if let fault { throw fault }
        try refuseSharedValue(build)
        if build.isTaken && build.isObject && instance !== build.instance {
            throw failure("replacedWhileInjecting", at: making.path.last === build.slot ? nil : build.slot.place)
        }
        build.instance = instance
        return true
    }

    private func injectAgain(_ build: ModelBuild) throws {
        guard build.phase != .givenUp else { return }
        // What a transient's injection asks for now has a path without the transient.
        let isTransient = lifetime(of: build) == .transient
        if !isTransient { making.path.append(build.slot) }
        defer { if !isTransient { making.path.removeLast() } }
        let position = making.path.count - 1
        enter(build, at: position)
        do {
            if try inject(build) { _ = try finish(build) }
        } catch {
            abandon(build, at: position)
            guard let mishap = error as? Mishap else { throw error }
            throw failure("factoryFailed", at: isTransient ? build.slot.place : nil, mishap: mishap.recipe)
        }
    }

    /// The instance is complete: publishes it, unless it depends on what is not.
    private func finish(_ build: ModelBuild) throws -> Bool {
        let held = (build.taken + leave()).filter { $0 !== build && $0.phase != .published }
        build.taken = []
        if held.contains(where: { $0.phase == .givenUp }) {
            giveUp(build)
        } else {
            build.dependencies = held
            build.phase = .pending
            making.pending.append(build)
        }
        settlePending()
        if build.phase == .pending && !isKept(build) { _ = take(build) }
        return build.phase == .published
    }
}
