// Circles in the wait-for graph, which is locked in all of this file.

internal import CCore

extension WaitForGraph {
    typealias Link = (sleeper: ThreadNode, wait: Wait)

    /// The waits that lead from a wait back to `me`; nil: there is no circle.
    ///
    /// Not recursive: a way may be as long as there are pending builds, and the thread may have little stack left.
    func circle(from wait: Wait, to me: ThreadNode) -> [Link]? {
        var visited: Set<ObjectIdentifier> = []
        // What to follow, each with the waits that lead to it.
        var open: [(wait: Wait, links: [Link])] = [(wait, [])]
        while var way = open.popLast() {
            if let build = way.wait.build, build.phase == .pending {
                guard visited.insert(ObjectIdentifier(build)).inserted else { continue }
                // Reversed: the first dependency is followed first.
                open += build.dependencies.reversed().filter(\.isUnfinished).map { (.build($0), way.links) }
                continue
            }
            guard let node = way.wait.node else { continue }
            if node === me { return way.links }
            guard let next = node.wait, visited.insert(ObjectIdentifier(node)).inserted else { continue }
            way.links.append((node, next))
            way.wait = next
            open.append(way)
        }
        return nil
    }

    /// Lets the first sleeper of a circle go on that waits for an instance which can be taken early; false: there is none.
    func letOneTakeEarly(of links: [Link]) -> Bool {
        guard let link = links.first(where: { $0.wait.build?.canBeTakenEarly ?? false }) else { return false }
        link.sleeper.lookAgain()
        return true
    }

    /// Finds a thread that was injecting when it began to wait, and makes it put that injection off; false: there is none, and the
    /// constructors form a circle.
    func putOffInjection(in links: [Link], closedBy slot: Slot, by me: ThreadNode) -> Bool {
        // Each thread is waited for at the slot that the one before asks for.
        var asked = unsafe slot
        for link in links {
            if unsafe link.sleeper.putOffInjection(until: asked) {
                link.sleeper.mustGiveWay = true
                link.sleeper.lookAgain()
                return true
            }
            unsafe asked = unsafe link.wait.slot
        }
        guard unsafe me.putOffInjection(until: asked) else { return false }
        me.mustGiveWay = true
        return true
    }

    /// A circle of constructors: this thread's path, then each sleeper's, from the slot that the one before waits for.
    func steps(of links: [Link], closedBy slot: Slot, by me: ThreadNode) -> [ResolutionError.Step] {
        var steps = unsafe me.thread.steps
        var asked = unsafe slot
        for link in links {
            // The steps of the sleeper's path after the one that is waited for, or all of them.
            let path = unsafe link.sleeper.thread.path
            let start = unsafe path.firstIndex { unsafe $0 == asked } ?? 0
            steps += unsafe path[start...].map(\.step)
            unsafe asked = unsafe link.wait.slot
        }
        return unsafe steps + [asked.step]
    }
}

extension ThreadNode {
    fileprivate func lookAgain() {
        mustLookAgain = true
        unsafe ccore_wake(condition)
    }
}
