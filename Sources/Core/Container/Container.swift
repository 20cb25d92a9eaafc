internal import CCore

/// A sealed container: it was built from a plan, and never changes.
///
/// Threads may resolve from it at the same time. The instances that it keeps go with this object, newest first.
@safe
public final class Container: @unchecked Sendable {
    // `layout`, `parents` and `home` do not change; what `home` points to says how it is guarded.
    @usableFromInline let home: Home
    let layout: Layout
    /// Containers whose registrations it sees too, the first one first; for a scope, the handle around it.
    let parents: [Container]
    /// The slots of registrations of a parent that are made in this container's view.
    private var borrowed: [SlotMemory] = []
    /// The block that the home lies in.
    private let memory: UnsafeMutableRawPointer

    /// How a container waits.
    public struct Configuration: Sendable {
        /// How long a thread waits for another thread's factory; nil: without a limit.
        public var waitLimit: Duration?

        /// Creates a configuration.
        ///
        /// - Parameter waitLimit: How long a thread waits for another thread's factory; nil: without a limit.
        public init(waitLimit: Duration? = nil) {
            self.waitLimit = waitLimit
        }
    }

    /// Builds a container from a plan.
    ///
    /// - Parameters:
    ///   - plan: The registrations.
    ///   - parents: Containers whose registrations this one sees too, searched in their order.
    ///   - configuration: How it waits.
    /// - Throws: ``ResolutionError`` with every fault of the plan.
    /// - Complexity: Linear in the number of registrations. No factory runs.
    public init(
        _ plan: Plan, parents: [Container] = [], configuration: Configuration = Configuration()
    ) throws(ResolutionError) {
        let faults = plan.faults
        guard faults.isEmpty else {
            throw ResolutionError(.invalid, ServiceKey(Container.self), detail: .faults(faults))
        }
        unsafe memory = .allocate(byteCount: MemoryLayout<ccore_home>.stride, alignment: 64)
        unsafe home = unsafe memory.bindMemory(to: ccore_home.self, capacity: 1)
        self.parents = parents
        layout = unsafe Layout(plan, home: home)
        let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe home.initialize(to: ccore_home(of: layout, owner: owner, waitLimit: configuration.waitLimit))
        unsafe ccore_mutex_begin(&home.pointee.lock)
    }

    deinit {
        unsafe home.endInstances()
        unsafe ccore_free_met(home)
        unsafe ccore_mutex_end(&home.pointee.lock)
        unsafe memory.deallocate()
    }

    /// Keeps a copy of a parent's slot that has no bound edges: its dependencies are looked up in this container.
    func borrow(_ slot: Slot) -> Slot {
        let copy = SlotMemory(count: 1)
        unsafe copy.first.pointee = unsafe slot.pointee
        unsafe copy.first.pointee.edges = nil
        borrowed.append(copy)
        return unsafe copy.first
    }
}

extension ccore_home {
    /// The home of a handle with a layout.
    fileprivate init(of layout: Layout, owner: UnsafeRawPointer, waitLimit: Duration?) {
        unsafe self.init(
            table: layout.tables.first[0], views: layout.tables.first, slots: nil, outers: nil, owner: owner, met: nil,
            lock: pthread_mutex_t(), completed: nil, making: 0, closing: 0,
            // A limit of a century is none.
            wait_limit: waitLimit.map { UInt64(min(max($0 / .nanoseconds(1), 0), 3.2e18)) } ?? .max)
    }
}

extension Home {
    /// Ends the kept instances, newest first. Their handle has gone, so nobody reads them.
    fileprivate func endInstances() {
        while let slot = unsafe pointee.completed {
            unsafe pointee.completed = unsafe slot.pointee.link?.assumingMemoryBound(to: ccore_slot.self)
            unsafe slot.endInstance()
        }
    }
}

extension Slot {
    fileprivate func endInstance() {
        guard let record = unsafe record, let storage = unsafe pointee.storage else { return }
        func end<T>(_ type: T.Type) { unsafe storage.assumingMemoryBound(to: T.self).deinitialize(count: 1) }
        unsafe end(record.key.type)
    }
}
