// What a registration is known to need, for the order in which instances start and are closed.
//
//     A --> transient --> B          B is older than A, unless a circle has brought it
//     A --> B?                       the same, or B's factory declined: one that exists later is not A's
//     A --> Lazy<shared> --> B       B may be newer: the shared instance is made when A asks, and closed by nobody

internal import CCore

/// The slots of the kept instances that a registration needs, directly or through instances that are never closed.
@safe
struct ReachableSlots {
    /// When an instance gets another one.
    ///
    /// Each case says more than those before it.
    enum When: Int {
        /// At its making, if at all.
        case ifMade
        /// At its making.
        case making
        /// As long as it exists.
        case anyTime

        /// When it gets what that one needs.
        func combined(with next: When) -> When {
            if self == .anyTime || next == .anyTime { return .anyTime }
            return self == .ifMade ? self : next
        }
    }

    /// The slots as the layout has them: of a scoped one, each scope has its own.
    let needs: [(slot: Slot, when: When)]
    /// Whether some of it is known only when a factory runs.
    private(set) var isHidden = false

    /// - Parameter leadsOn: Whether the needs of a slot of the container count too: usually those of instances that may never be closed.
    init(
        from slot: Slot, in layout: Layout,
        // A registration that chooses cells may make an instance for its asker alone.
        through leadsOn: (Slot) -> Bool = { unsafe $0.kind == .weak || $0.kind == .routed }
    ) {
        let context = unsafe layout.chain[layout.chain.count - 1].context
        var open: [(slot: Slot, when: When)] = unsafe [(slot, .making)]
        var visited: [Slot: When] = unsafe [slot: .anyTime]
        var kept: [Slot: When] = unsafe [:]
        while let (next, known) = unsafe open.popLast() {
            if unsafe next.record?.isOpaque ?? true { isHidden = true }
            guard let needs = unsafe next.record?.needs else { continue }
            let (view, isAlias) = unsafe (next.view, next.record?.rare?.parts.isAlias ?? false)
            for need in needs {
                let when = known.combined(with: need.acquisitionTime(askedByAlias: isAlias))
                let targets = unsafe layout.targetSlots(ofDependency: need, in: view)
                for position in unsafe targets.indices {
                    let target = unsafe targets[position]
                    if let former = unsafe visited[target], former.rawValue >= when.rawValue { continue }
                    unsafe visited[target] = when
                    let isMade = unsafe target.kind == .transient || target.kind == .graph
                    // An ancestor's instance needs nothing of what is here.
                    if unsafe isMade || target.pointee.context == context && leadsOn(target) {
                        unsafe open.append((target, when))
                    }
                    if !isMade { unsafe kept[target] = when }
                }
            }
        }
        unsafe needs = unsafe kept.map { unsafe ($0, $1) }
    }
}

extension Dependency {
    /// When the instance that asks for it gets it.
    fileprivate func acquisitionTime(askedByAlias isAlias: Bool) -> ReachableSlots.When {
        let isFixed = isAlias || parameter != nil || record != nil || time == .injection
        // A closure may ask for what it declares when it likes.
        guard isFixed, !isDeclared, !isDeferred else { return .anyTime }
        var (when, type) = (ReachableSlots.When.making, key.type)
        while let composed = type as? any ComposedType.Type {
            let composition = composed.composition(forQualifier: nil)
            if case .wrapped = composition {} else { when = .ifMade }
            type = composition.memberType
        }
        return when
    }

    /// Whether it is resolved when the program calls it, as a `Lazy` or a list of them.
    var isDeferred: Bool {
        var type = key.type
        while time != .later, let composed = type as? any ComposedType.Type, !composed.isDeferred {
            type = composed.composition(forQualifier: nil).memberType
        }
        return time == .later || type is any ComposedType.Type
    }
}

/// A registration in a view of a layout.
struct PlacedRecord: Hashable {
    /// The address of its record.
    private let record: UInt
    private let view: Int

    init(_ slot: Slot) { (record, view) = unsafe (UInt(bitPattern: slot.pointee.record), slot.view) }
}

extension Layout {
    /// The order in which a scope closes its instances: found once for each order of completion.
    ///
    /// What a registration needs is the same in all scopes of the layout.
    func findOrMakeClosingOrder(of completed: [PlacedRecord], _ find: () -> [Int]) -> [Int] {
        if let order = lazyParts.withLock({ $0.orders[completed] }) { return order }
        let order = find()
        lazyParts.withLock { parts in
            // Of instances that tasks make side by side, there may be any number of orders.
            if parts.orders.count < 32 { parts.orders[completed] = order }
        }
        return order
    }
}
