// How the model's unfinished instances are published or given up, and what waits for them.

import Armory

extension ReferenceModel {
    func lifetime(of build: ModelBuild) -> Lifetime { scenario.recipes[build.slot.recipe].lifetime }

    func isKept(_ build: ModelBuild) -> Bool {
        switch lifetime(of: build) {
        case .singleton, .shared, .scoped, .custom: true
        case .transient, .graph: false
        }
    }

    func refuseSharedValue(_ build: ModelBuild) throws {
        if lifetime(of: build) == .shared && !build.isObject { throw failure("valueTypeShared") }
    }

    // MARK: Frames

    func enter(_ build: ModelBuild, at position: Int) {
        making.frames.append(
            ModelMaking.Frame(build: build, position: position, takenBefore: making.taken.count))
    }

    /// Ends the innermost frame and returns what was taken in it.
    func leave() -> [ModelBuild] {
        let frame = making.frames.removeLast()
        defer { making.taken.removeSubrange(frame.takenBefore...) }
        return Array(making.taken[frame.takenBefore...])
    }

    /// Ends the frame of a build whose factory or injection threw, if it is there still, and gives the build up.
    ///
    /// The injections that wait for it are given up too, or wait for what an injection further out waits for.
    func abandon(_ build: ModelBuild, at position: Int) {
        if making.frames.last?.build === build { _ = leave() }
        let next = making.frames.last { $0.waitsFor != nil }?.waitsFor
        while let index = making.putOffs.firstIndex(where: { $0.position == position }) {
            if let next {
                var waiting = making.putOffs.remove(at: index)
                waiting.position = next
                making.putOffs.append(waiting)
            } else {
                giveUp(making.putOffs.remove(at: index).build)
                settlePending()
            }
        }
        if !making.isBuilding { making.taken = [] }
        giveUp(build)
        settlePending()
    }

    /// Takes out the first injection that waits for the instance at the position.
    func takePutOff(until position: Int) -> ModelBuild? {
        guard let index = making.putOffs.firstIndex(where: { $0.position == position }) else { return nil }
        return making.putOffs.remove(at: index).build
    }

    // MARK: The end

    func giveUp(_ build: ModelBuild) {
        build.phase = .givenUp
        build.dependencies = []
        if build.slot.build === build { build.slot.build = nil }
    }

    /// Publishes what is complete and depends on nothing that is not; gives up what depends on something given up.
    func settlePending() {
        var isSettled = false
        while !isSettled {
            isSettled = true
            for build in making.pending where build.phase == .pending {
                if build.dependencies.contains(where: { $0.phase == .givenUp }) {
                    giveUp(build)
                    isSettled = false
                } else if let group = completeGroup(of: build) {
                    for member in group { publish(member, isAlone: group.count == 1) }
                    isSettled = false
                }
            }
        }
        making.pending.removeAll { $0.phase != .pending }
    }

    /// The build and all it depends on, or nil where one of them is not complete.
    private func completeGroup(of build: ModelBuild) -> [ModelBuild]? {
        var group: [ModelBuild] = []
        var open = [build]
        while let next = open.popLast() {
            if next.phase == .published || group.contains(where: { $0 === next }) { continue }
            guard next.phase == .pending else { return nil }
            group.append(next)
            open += next.dependencies
        }
        return group
    }

    private func publish(_ build: ModelBuild, isAlone: Bool) {
        build.phase = .published
        build.dependencies = []
        guard isKept(build), let instance = build.instance else { return }
        build.slot.build = nil
        if lifetime(of: build) != .shared || flaw == .sharedIsKept {
            keep(instance, in: build.slot)
            if !isAlone { containers[scenario.places[build.slot.place].container].hasGroups = true }
        } else {
            build.slot.shared = instance
        }
    }

    // MARK: The graph

    func putIntoGraph(_ build: ModelBuild) {
        if let index = making.graph.firstIndex(where: { $0.slot === build.slot }) {
            making.graph[index] = build
        } else {
            making.graph.append(build)
        }
    }
}
