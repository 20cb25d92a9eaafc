// Which thread waits for which, across all threads and containers of the process.
//
//     thread --waits for--> build --is made by--> thread
//                             |
//                             +--(pending) holds--> unfinished build --is made by--> thread
//
// A thread looks for a circle before it sleeps, under the graph's one lock, and so does every thread whose wait a
// change has affected. If some wait in the circle is for an instance that exists already, that thread takes the
// instance early, which breaks the circle. If all instances of the circle are still being constructed, no thread can
// build them: the thread that would close the circle gets the error, and the others continue when it has given up.
//
// The lock is taken when a thread waits, wakes others, injects, passes a gate, takes or leaves a turn, or takes part in a cycle. It is not taken
// when an instance is ready, and it is never held while user code runs. The process has one lock, because a circle may
// lead through several containers.

package final class WaitForGraph: @unchecked Sendable {  // `lock` guards every `var`.
    package static let shared = WaitForGraph()

    let lock = Lock()
    private(set) var sleepers: [ThreadNode] = []
    private(set) var pending: [AnyBuild] = []
    /// The threads that have a turn, by the identity of the object whose turn it is.
    var turns: [ObjectIdentifier: ThreadNode] = [:]

    private init() {}
}

/// Why a wait ended without an instance.
package enum WaitFault: Error {
    /// A cycle: the registrations on the calling thread's path, then on the other threads' paths, up to the one that
    /// closes it.
    case cycle([Binding])
    /// The limit passed; holds the path of the thread that was waited for, up to the instance that was waited for.
    case timedOut([Binding])
}

// MARK: Waiting

extension WaitForGraph {
    /// Waits until the slot is no longer being built and returns nil, or returns an instance that closes a cycle.
    func wait<T>(
        for slot: Slot, of owner: any SlotOwner, as type: T.Type, by me: ThreadNode, deadline: Deadline
    ) throws(WaitFault) -> T? {
        // Released after the lock: an instance may be released with it, and its `deinit` is user code.
        var watched: Build<T>?
        defer { withExtendedLifetime(watched) {} }
        lock.lock()
        defer { lock.unlock() }
        watched = unsafe slot.watch(as: type, of: owner)
        guard let build = watched else { return nil }
        me.lastMaker = build.owner.thread
        let target = WaitTarget.build(build)
        // At a gate first: letting another thread have its turn hands out nothing unfinished. A thread that makes
        // nothing is waited for only at a gate.
        if let links = circle(from: target, to: me), !breakCircle(links, where: \.isGate) {
            if build.canBeTakenEarly {
                me.takeEarly(build)
                return build.instance
            }
            if !breakCircle(links, where: \.canYield) {
                let isPutOff = unsafe putOffInjection(in: links, closedBy: slot, by: me)
                // If the injection that is put off is this thread's, it ends here, by the error that its call is about
                // to catch.
                if !isPutOff || me.takeMustGiveWay() {
                    throw .cycle(unsafe registrations(of: links, closedBy: slot, by: me))
                }
            }
        }
        let isOver = sleep(me, on: target, until: deadline)
        // Checked however the wait ended: the mark must not be left for a later wait.
        if me.takeMustGiveWay() { throw .cycle(unsafe registrations(of: [], closedBy: slot, by: me)) }
        guard isOver else {
            // A build that has left the constructor may have left the path.
            throw .timedOut(
                unsafe build.phase == .constructing ? build.owner.context.bindings(upTo: slot) : [slot.binding])
        }
        return nil
    }

    /// Sleeps until the target is over or another thread makes this one look again, and then until it may run in the
    /// gates that it has entered; false if the deadline or a gate's limit passed.
    func sleep(_ me: ThreadNode, on target: WaitTarget, until deadline: Deadline) -> Bool {
        let isOver = sleepOutsideGates(me, on: target, until: deadline)
        return regainGates(me) && isOver
    }

    /// Sleeps as `sleep` does, but does not regain the gates that other threads enter meanwhile.
    func sleepOutsideGates(_ me: ThreadNode, on target: WaitTarget, until deadline: Deadline) -> Bool {
        me.target = target
        me.mustLookAgain = false
        me.sleepCount &+= 1
        sleepers.append(me)
        defer {
            me.target = nil
            sleepers.removeAll { $0 === me }
        }
        while !target.isOver && !me.mustLookAgain {
            if !me.condition.wait(lock, until: deadline) { return target.isOver || me.mustLookAgain }
        }
        return true
    }

    func wake(where needsToLook: (ThreadNode) -> Bool) {
        for sleeper in sleepers where needsToLook(sleeper) {
            sleeper.mustLookAgain = true
            sleeper.condition.signal()
        }
    }
}

// MARK: Circles

extension WaitForGraph {
    package typealias Link = (sleeper: ThreadNode, target: WaitTarget)

    /// The waits that lead from the target back to `me`, or nil if there is no circle.
    ///
    /// Not recursive: a path may be as long as there are pending builds, and the thread may have little stack left.
    package func circle(from target: WaitTarget, to me: ThreadNode) -> [Link]? {
        var visited: Set<ObjectIdentifier> = []
        // The targets to follow, each with the waits that lead to it.
        var open: [(target: WaitTarget, links: [Link])] = [(target, [])]
        while var way = open.popLast() {
            if case .build(let build) = way.target, build.phase == .pending {
                guard visited.insert(ObjectIdentifier(build)).inserted else { continue }
                // Reversed: the first dependency is searched first.
                open += build.dependencies.reversed().filter(\.isUnfinished).map { (.build($0), way.links) }
                continue
            }
            guard let owner = way.target.owner else { continue }
            if owner === me { return way.links }
            guard let next = owner.target, visited.insert(ObjectIdentifier(owner)).inserted else { continue }
            way.links.append((owner, next))
            way.target = next
            open.append(way)
        }
        return nil
    }

    /// Lets a sleeper of the circle continue early: the first one whose wait `canYield` accepts.
    ///
    /// Returns false if there is none.
    func breakCircle(_ links: [Link], where canYield: (WaitTarget) -> Bool) -> Bool {
        guard let link = links.first(where: { canYield($0.target) }) else { return false }
        link.sleeper.mustLookAgain = true
        link.sleeper.condition.signal()
        return true
    }

    /// Finds a thread that was injecting when it began to wait, and makes it put that injection off.
    ///
    /// Used if every instance of the circle is still being constructed. Returns false if there is no such thread: the
    /// constructors form a cycle.
    private func putOffInjection(in links: [Link], closedBy slot: Slot, by me: ThreadNode) -> Bool {
        // Each thread is waited for at the slot that the one before asks for.
        var asked = unsafe slot
        for link in links {
            if unsafe link.sleeper.putOffInjection(until: asked) {
                link.sleeper.mustGiveWay = true
                link.sleeper.mustLookAgain = true
                link.sleeper.condition.signal()
                return true
            }
            if case .build(let build) = link.target, let next = unsafe build.slot { unsafe asked = next }
        }
        guard unsafe me.putOffInjection(until: asked) else { return false }
        me.mustGiveWay = true
        return true
    }

    /// A constructor cycle: this thread's path, and then each sleeper's, from the slot that the one before waits for.
    private func registrations(of links: [Link], closedBy slot: Slot, by me: ThreadNode) -> [Binding] {
        var asked = unsafe slot.identifier
        var others: [UInt] = []
        for link in links {
            // A sleeper's path ends with the slot that it waits for.
            others += unsafe link.sleeper.context.path.dropLast().suffix(from: asked)
            if case .build(let build) = link.target, let next = unsafe build.slot {
                asked = unsafe next.identifier
            }
        }
        return unsafe (me.context.path.dropLast() + others + [asked]).map { unsafe Slot(identifier: $0).binding }
    }
}

extension ArraySlice where Element == UInt {
    /// The part that begins with the slot's first position; the whole if the slot is not in it.
    fileprivate func suffix(from slot: UInt) -> ArraySlice<UInt> {
        self[(firstIndex(of: slot) ?? startIndex)...]
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The registration that the calling thread is making innermost.
    package var innermostBinding: Binding? { unsafe innermostSlot?.binding }

    /// The slot that the calling thread is making innermost.
    package var innermostSlot: Slot? {
        let top = unsafe pathPosition
        guard unsafe top != pathBase else { return nil }
        return unsafe Slot(identifier: HazardList.load(top &- HazardList.stride))
    }

    /// The registrations on the path.
    ///
    /// The thread is the calling one, or asleep with the wait-for graph locked.
    package var bindings: [Binding] {
        unsafe path.map { unsafe Slot(identifier: $0).binding }
    }

    /// The registrations on the path up to a slot that the thread is building.
    ///
    /// The wait-for graph is locked, and the slot is being constructed and watched: so the thread, which may be
    /// running, cannot leave the slot now. Slots further in on its path may be freed at any moment.
    func bindings(upTo slot: Slot) -> [Binding] {
        let path = unsafe path
        guard let index = unsafe path.firstIndex(of: slot.identifier) else { return [unsafe slot.binding] }
        return path[...index].map { unsafe Slot(identifier: $0).binding }
    }
}

// MARK: Finishing a build

extension WaitForGraph {
    func beginInjecting<T>(_ build: Build<T>, _ instance: T) {
        lock.withLock { build.beginInjecting(instance) }
    }

    /// Ends the injections.
    ///
    /// Refuses an object that was replaced after another instance had taken it.
    func endInjecting<T>(_ build: Build<T>, _ instance: T) throws(ConstructionFault) {
        let isSame = lock.withLock {
            !build.wasTakenEarly || build.isSameObject(as: instance)
        }
        guard isSame else { throw .replacedWhileInjecting }
    }

    /// Whether the build's instance is an object, which can be handed out unfinished.
    func isObject<T>(_ build: Build<T>) -> Bool {
        lock.withLock { build.isObject }
    }

    /// Takes the instance of a build of the thread's own graph; false if it was given up.
    func takeFromGraph(_ build: AnyBuild, by me: ThreadNode) throws(ConstructionFault) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        switch build.phase {
        case .done: return true
        case .failed: return false
        case .constructing, .injecting, .pending:
            guard build.canBeTakenEarly else { throw .cycleOnPath }
            me.takeEarly(build)
            return true
        }
    }

    /// Waits until a pending build that is not kept is published with the instances that it holds.
    ///
    /// Returns false if it was given up instead.
    func waitUntilFinished(
        _ build: AnyBuild, by me: ThreadNode, deadline: Deadline
    ) throws(WaitFault) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        while build.isUnfinished {
            // A thread that makes nothing is waited for only at a gate.
            if let links = circle(from: .build(build), to: me) { _ = breakCircle(links, where: \.isGate) }
            guard sleep(me, on: .build(build), until: deadline) else { throw .timedOut([]) }
        }
        return build.phase == .done
    }

    /// Finishes the build of a complete instance; `taken` are the instances that were taken early while it was made.
    ///
    /// Returns the phase of the build: done; pending if it holds unfinished instances, with which it will be published;
    /// failed if it was given up, because it holds an instance that was given up.
    func finish<T>(_ build: Build<T>, _ instance: T, holding taken: [AnyBuild]) -> AnyBuild.Phase {
        var remains = Remains()
        defer { remains.carryOut() }
        if taken.isEmpty && build.publishUnwatched(instance, &remains) { return .done }
        return lock.withLock {
            let held = taken.filter { $0 !== build && $0.phase != .done }
            if unsafe taken.isEmpty && build.slot != nil {
                build.publishStored()
            } else {
                // Given up below if one of them was.
                build.becomePending(instance, on: held)
                pending.append(build)
            }
            decidePending(&remains)
            return build.phase
        }
    }

    /// Returns the build of the slot that the calling thread makes on the fast path; from now on others can wait for
    /// it.
    func build<T>(of slot: Slot, as type: T.Type, slotOwner: any SlotOwner) -> Build<T>? {
        lock.withLock { unsafe slot.watch(as: type, of: slotOwner) }
    }

    /// Gives up a build whose factory or injection threw.
    func fail(_ build: AnyBuild) {
        var remains = Remains()
        defer { remains.carryOut() }
        lock.withLock {
            build.giveUp(into: &remains)
            decidePending(&remains)
        }
    }

    /// Gives up an instance of the fast path whose factory threw while others wait for it.
    func failLight(_ slot: Slot, of me: ThreadNode) {
        let build = lock.withLock { () -> AnyBuild? in
            // If the instance was finished, its build is over, and another thread may have begun the next.
            guard let build = unsafe slot.watchedBuild(), build.owner === me,
                build.phase == .constructing || build.isMadeAgain
            else { return nil }
            return build
        }
        // Only its own thread ends a build whose factory has not returned.
        if let build { fail(build) }
    }

    /// Publishes the pending builds that hold nothing unfinished, gives up those that hold an instance that was given
    /// up, and wakes every sleeper whose wait that may change.
    private func decidePending(_ remains: inout Remains) {
        var isStable = false
        while !isStable {
            isStable = true
            for build in pending where build.phase == .pending {
                if build.dependencies.contains(where: { $0.phase == .failed }) {
                    build.giveUp(into: &remains)
                    isStable = false
                } else if let group = completeGroup(of: build) {
                    for member in group { member.publish(into: &remains) }
                    isStable = false
                }
            }
        }
        pending.removeAll { $0.phase != .pending }
        // A new pending build connects its waiters with other threads, so every sleeper may be in a circle now.
        let hasPending = !pending.isEmpty
        wake { $0.target?.isOver ?? false || hasPending }
    }

    /// The builds that are published with this one, or nil if one of them is not complete.
    private func completeGroup(of build: AnyBuild) -> [AnyBuild]? {
        var group: [AnyBuild] = []
        var visited: Set<ObjectIdentifier> = []
        var stack = [build]
        while let next = stack.popLast() {
            guard next.phase != .done, visited.insert(ObjectIdentifier(next)).inserted else { continue }
            guard next.phase == .pending else { return nil }
            group.append(next)
            stack += next.dependencies
        }
        return group
    }
}
