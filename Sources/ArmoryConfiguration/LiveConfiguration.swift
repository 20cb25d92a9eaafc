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
final class LiveConfiguration: @unchecked Sendable {  // `readers` and `nodes` are guarded by `lock`.
    private let reader: ConfigReader
    private let current: VersionCell<SettingsVersions>
    /// Weak: the container keeps this object.
    private(set) weak var owner: Container?
    private let turns = Turns()
    private let lock = Lock()
    private var readers: [any AnySettingsReader]
    private var nodes: [any LiveNode] = []

    /// The registration; each settings registration brings it, and the first one counts.
    static func registration(at site: Site) -> some ModuleElement {
        Singleton(LiveConfiguration.self, fileID: site.fileID, line: site.line) { resolver in
            // A list has the elements of parents too, which their own configuration reads.
            let theirs = try resolver.base.parents.flatMap { parent in
                try parent.resolveOptional(LiveConfiguration.self)?.allReaders ?? []
            }
            let all = try resolver.resolve([any AnySettingsReader].self)
            return try LiveConfiguration(
                resolver.resolve(), readers: all.filter { one in !theirs.contains { $0 === one } }, owner: resolver.base
            )
        }
        .dependsOn(ConfigReader.self, [any AnySettingsReader].self).ifAbsent().eager()
    }

    private init(_ reader: ConfigReader, readers: [any AnySettingsReader], owner: Container?) throws {
        self.reader = reader
        self.readers = readers
        self.owner = owner
        current = VersionCell(try SettingsVersions(readers, in: reader.snapshot()))
    }

    /// The current version of all settings.
    var versions: SettingsVersions { current.version }

    private var allReaders: [any AnySettingsReader] { lock.withLock { readers } }

    /// The version of a reader's settings.
    ///
    /// - Throws: ``ConfigurationFaults``, if the settings are those of a module that was loaded after the container was
    ///   built, and are read now.
    func version<Value>(of settings: SettingsReader<Value>) throws -> Version<Value> {
        if let known = versions[settings] { return known }
        if settings.isReloadable {
            // Before the settings are read: a reload that is called after that reads them too.
            lock.withLock {
                if !readers.contains(where: { $0 === settings }) { readers.append(settings) }
            }
        }
        return .of(try SettingsReading.version(of: settings, in: reader.snapshot()))
    }

    /// Adds a node; returns false if the version that it was created from is not the current one any more.
    func add(_ node: any LiveNode, if isCurrent: () -> Bool) -> Bool {
        lock.withLock {
            guard isCurrent() else { return false }
            nodes.append(node)
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
        try await Reload.$current.withValue(reload) { try await reloadInTurn() }
    }

    private func reloadInTurn() async throws {
        guard let owner else { return }
        let versions = try SettingsVersions(allReaders, in: reader.snapshot(), since: self.versions)
        let plan = ReloadPlan(versions: versions, owner: owner)
        do {
            repeat {
                // Objects that were created meanwhile, from the old versions, come in the next round.
                for node in lock.withLock({ Array(nodes.dropFirst(plan.count)) }) {
                    plan.add(node, try await node.prepare(plan))
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
        return lock.withLock {
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
    private let versions: [ObjectIdentifier: AnyVersion]

    /// - Parameter old: The versions before. Settings that are not reloadable keep theirs.
    /// - Throws: ``ConfigurationFaults`` with all bad keys.
    init(
        _ readers: [any AnySettingsReader], in snapshot: ConfigSnapshotReader, since old: SettingsVersions? = nil
    ) throws {
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

    /// The version of a reader's settings; nil: they were loaded later.
    subscript<Value>(reader: SettingsReader<Value>) -> Version<Value>? {
        versions[ObjectIdentifier(reader)].map { .of($0) }
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
    let owner: Container
    /// The number of nodes that were asked.
    private(set) var count = 0
    private(set) var changes: [Change] = []

    init(versions: SettingsVersions, owner: Container) {
        self.versions = versions
        self.owner = owner
    }

    /// Notes the version that a node has prepared; nil: it does not change.
    func add(_ node: any LiveNode, _ version: AnyVersion?) {
        count += 1
        if let version { changes.append(Change(node: node, new: version, old: version)) }
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
final class Reload: @unchecked Sendable {  // `isOver` is guarded by `lock`.
    @TaskLocal static var current: Reload?

    private let configuration: ObjectIdentifier
    /// The reload of another container that has called this one.
    private let outer: Reload?
    private let lock = Lock()
    private var isOver = false

    init(of configuration: LiveConfiguration, in outer: Reload?) {
        self.configuration = ObjectIdentifier(configuration)
        self.outer = outer
    }

    /// Whether it, or a reload that has called it, is one of a configuration, and is not over.
    func isRunning(in configuration: LiveConfiguration) -> Bool {
        let isRunning = lock.withLock { !isOver } && self.configuration == ObjectIdentifier(configuration)
        return isRunning || outer?.isRunning(in: configuration) == true
    }

    func end() { lock.withLock { isOver = true } }
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
private final class Turns: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    private let lock = Lock()
    private var isTaken = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func take() async {
        await withCheckedContinuation { waiter in
            let isFree = lock.withLock {
                if isTaken {
                    waiters.append(waiter)
                    return false
                }
                isTaken = true
                return true
            }
            if isFree { waiter.resume() }
        }
    }

    func give() {
        let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
            isTaken = !waiters.isEmpty
            return waiters.isEmpty ? nil : waiters.removeFirst()
        }
        next?.resume()
    }
}
#endif
