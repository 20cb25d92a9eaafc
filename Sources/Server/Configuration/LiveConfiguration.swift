// The settings of one container, and their reloads.
//
//     reader --snapshot--> all settings are read --+-- any bad key --> ConfigurationFaults, and nothing changes
//                                                  |
//                                                  +--> objects whose settings changed are new ---+-- one throws: the same
//                                                                                                 |
//                all versions are put in place, then the change hooks run in order <--------------+
//
// A version that is not put in place has no user, so it is closed like any replaced version: see `Version`.
//
// Invariants:
//   - One reload at a time.
//   - A reload reads one snapshot, taken after its call: no two settings are from different versions, and a reload that
//     has returned leaves no version that is older than its call.
//   - `nodes` is in the order of creation, so settings come before the objects that are created from them.

#if Configuration
internal import Armory
internal import Configuration

/// The registered settings of a container with their current versions.
final class LiveConfiguration: Sendable {
    private let reader: ConfigReader
    /// The container's own settings.
    private let readers: [any AnySettingsReader]
    /// Those of the parents, which have settings of their own.
    private let outer: [LiveConfiguration]
    private let current: Guarded<SettingsVersions>
    private let turns = Turns()
    /// Weak: each is kept by its container, which may be one that overrides the container of the settings.
    private let nodes = Guarded<[WeakNode]>([])

    private struct WeakNode: Sendable {
        weak let node: (any LiveNode)?
    }

    /// The registration; each settings registration brings it, and the first one counts.
    static func registration(at binding: Binding) -> some ModuleElement {
        Singleton(LiveConfiguration.self, fileID: binding.fileID, line: binding.line) { resolver in
            let outer = try resolver.handle.container.parents.compactMap { parent in
                try parent.resolve(LiveConfiguration?.self)
            }
            // A list has the elements of all ancestors too, which their own configurations read. One module may be in both.
            var theirs = lineage(of: outer).flatMap(\.readers)
            let own = try resolver.resolve([any AnySettingsReader].self).filter { reader in
                guard let index = theirs.firstIndex(where: { $0 === reader }) else { return true }
                theirs.remove(at: index)
                return false
            }
            let reader = try resolver.resolve(ConfigReader.self)
            let snapshot = reader.snapshot()
            do throws(ConfigurationFaults) {
                let versions = try SettingsVersions(own, in: snapshot)
                return LiveConfiguration(reader, versions, readers: own, outer)
            } catch {
                throw resolver.configurationError(error.faults, in: snapshot)
            }
        }
        .dependsOn(ConfigReader.self, [any AnySettingsReader].self).ifAbsent().eager()
    }

    private init(
        _ reader: ConfigReader, _ versions: SettingsVersions, readers: [any AnySettingsReader],
        _ outer: [LiveConfiguration]
    ) {
        self.reader = reader
        self.readers = readers
        self.outer = outer
        current = Guarded(versions)
    }

    /// The current version of the container's own settings.
    var ownVersions: SettingsVersions { current.version }

    /// The current version of all settings, also of those of the parents.
    var versions: SettingsVersions { outer.reduce(ownVersions) { $0.filled(from: $1.versions) } }

    /// Configurations, and those of their parents, each once.
    private static func lineage(of outer: [LiveConfiguration]) -> [LiveConfiguration] {
        var all: [LiveConfiguration] = []
        var open = outer
        while let next = open.popLast() {
            guard !all.contains(where: { $0 === next }) else { continue }
            all.append(next)
            open += next.outer
        }
        return all
    }

    /// Adds a node; returns false if the version that it was created from is not the current one any more.
    func add(_ node: any LiveNode, if isCurrent: () -> Bool) -> Bool {
        nodes.withLock { nodes in
            guard isCurrent() else { return false }
            nodes.append(WeakNode(node: node))
            return true
        }
    }

    /// Reads the configuration again, and puts the changes in place.
    func reload() async throws {
        let outer = Reload.current
        guard outer?.isRunning(in: self) != true else { throw NestedReload() }
        await turns.take()
        let reload = Reload(of: self, in: outer)
        defer {
            reload.end()
            turns.give()
        }
        try await Reload.$current.withValue(reload) { try await reloadSerially() }
    }

    private func reloadSerially() async throws {
        let plan = ReloadPlan(try SettingsVersions(readers, in: reader.snapshot(), since: current.version))
        // In the turn of a reload, so that none is counted twice.
        // What was read is released after the lock: it may be the last reference.
        let living = nodes.withLock { nodes in
            let living = nodes.map(\.node)
            nodes = zip(nodes, living).compactMap { $1 == nil ? nil : $0 }
            return living
        }
        withExtendedLifetime(living) {}
        do {
            repeat {
                // Objects that were created meanwhile, from the old versions, come in the next round.
                for weak in nodes.withLock({ Array($0.dropFirst(plan.count)) }) {
                    try await plan.add(weak.node)
                }
            } while !put(plan)
        } catch {
            await plan.drop()
            throw error
        }
        for change in plan.changes { await change.node.notify(change.old, change.new) }
        await plan.drop()
    }

    /// Puts all versions of a plan in place; returns false if there are nodes that it does not contain.
    private func put(_ plan: ReloadPlan) -> Bool {
        // Released after the lock: the values are those of user code.
        var old: SettingsVersions?
        defer { withExtendedLifetime(old) {} }
        return nodes.withLock { nodes in
            guard plan.count == nodes.count else { return false }
            // The order does not matter: a reader that runs at the same time may see either version.
            old = current.replace(with: plan.versions)
            plan.replace()
            return true
        }
    }
}

/// The versions of all settings that were read from one snapshot.
///
/// A scope keeps one, so that its settings are from one snapshot whenever it first asks for each.
final class SettingsVersions: Sendable {
    /// By their readers.
    private let versions: [ObjectIdentifier: AnyVersion]

    private init(_ versions: [ObjectIdentifier: AnyVersion]) { self.versions = versions }

    /// - Parameter old: The versions before. Settings that are not reloadable keep theirs.
    /// - Throws: ``ConfigurationFaults`` with all bad keys.
    init(
        _ readers: [any AnySettingsReader], in snapshot: ConfigSnapshotReader, since old: SettingsVersions? = nil
    ) throws(ConfigurationFaults) {
        let reading = SettingsReading(snapshot)
        var versions: [ObjectIdentifier: AnyVersion] = [:]
        for reader in readers {
            let id = ObjectIdentifier(reader)
            if let old = old?.versions[id], !reader.isReloadable {
                versions[id] = old
            } else if let new = reader.read(reading) {
                versions[id] = new
            }
        }
        guard reading.faults.isEmpty else { throw ConfigurationFaults(faults: reading.faults) }
        self.versions = versions
    }

    /// The version of a reader's settings.
    func version<Value>(of reader: SettingsReader<Value>) -> Version<Value> {
        guard let version = versions[ObjectIdentifier(reader)] else {
            preconditionFailure("the registration of settings brings their reader")
        }
        return .of(version)
    }

    /// With the versions of other settings.
    func filled(from other: SettingsVersions) -> SettingsVersions {
        SettingsVersions(versions.merging(other.versions) { own, _ in own })
    }
}

/// The changes of one reload.
final class ReloadPlan: @unchecked Sendable {  // One task at a time uses it.
    struct Change {
        let node: any LiveNode
        let new: AnyVersion
        /// The version in place before; the new one until then.
        var old: AnyVersion
    }

    let versions: SettingsVersions
    /// The number of nodes that were asked.
    private(set) var count = 0
    private(set) var changes: [Change] = []

    init(_ versions: SettingsVersions) { self.versions = versions }

    /// Notes the version that a node prepares, if it changes; nil: its container has gone.
    func add(_ node: (any LiveNode)?) async throws {
        if let node, let version = try await node.prepare(self) {
            changes.append(Change(node: node, new: version, old: version))
        }
        count += 1
    }

    /// The new version of a node; nil: it does not change.
    func version<Value>(of node: Live<Value>) -> Version<Value>? {
        changes.first { $0.node === node }.map { .of($0.new) }
    }

    /// Puts the new versions in place.
    func replace() {
        for index in changes.indices { changes[index].old = changes[index].node.replace(with: changes[index].new) }
    }

    /// Releases the versions in reverse order of creation, each after those before it that have no user are closed.
    func drop() async {
        while let node = changes.popLast()?.node { await node.closings.finishBegun(by: Reload.current) }
    }
}

/// A reload, as the code that it calls sees it.
final class Reload: Sendable {
    @TaskLocal static var current: Reload?

    private let configuration: ObjectIdentifier
    /// The reload of another container that has called this one.
    private let outer: Reload?
    private let isOver = Guarded(false)

    init(of configuration: LiveConfiguration, in outer: Reload?) {
        self.configuration = ObjectIdentifier(configuration)
        self.outer = outer
    }

    /// Whether it, or a reload that has called it, is one of a configuration, and is not over.
    func isRunning(in configuration: LiveConfiguration) -> Bool {
        let isRunning = isOver.withLock { !$0 } && self.configuration == ObjectIdentifier(configuration)
        return isRunning || outer?.isRunning(in: configuration) == true
    }

    func end() { isOver.withLock { $0 = true } }
}

/// The error of a reload that a factory, a change hook or a closing of another reload has called, and that would wait
/// for itself.
struct NestedReload: Error, CustomStringConvertible {
    let description = """
        a reload of the configuration was called by a factory or a hook of a reload: each would wait for the other.
          fix: call it in a detached task, and do not await that task.
        """
}

/// Lets one task after the other work, in the order of their calls.
private final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    func take() async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiters.append(waiter)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { waiter.resume() }
        }
    }

    func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.isTaken = !state.waiters.isEmpty
            return state.waiters.isEmpty ? nil : state.waiters.removeFirst()
        }
        next?.resume()
    }
}
#endif
