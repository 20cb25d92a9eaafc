import Armory

/// Something to be done many times, on one thread.
struct Workload: Sendable {
    /// Does the operation so many times.
    typealias Body = @Sendable (_ operations: Int) throws -> Void

    let name: String
    let summary: String
    /// The workload that does the same by hand.
    let baseline: String?
    /// Sets up what the operation needs, and nothing else.
    let prepare: @Sendable () throws -> Body

    init(
        _ name: String, _ summary: String, against baseline: String? = nil,
        prepare: @escaping @Sendable () throws -> Body
    ) {
        self.name = name
        self.summary = summary
        self.baseline = baseline
        self.prepare = prepare
    }

    static let all = byHand + kept + made

    static func named(_ name: String) -> Workload? {
        all.first { $0.name == name }
    }
}

// MARK: By hand

extension Workload {
    private static let byHand = [
        Workload("baseline-empty", "a call that does nothing") {
            { for number in 0..<$0 { keep(ByHand.nothing(number)) } }
        },
        Workload("baseline-static-let", "reading a static let of a protocol type") {
            { for _ in 0..<$0 { keep(repository: ByHand.staticLet()) } }
        },
        Workload("baseline-init", "the initializer of a small class") {
            { for _ in 0..<$0 { keep(object: ByHand.initializer()) } }
        },
        Workload("baseline-graph", "six initializers and a static let") {
            { for _ in 0..<$0 { keep(object: ByHand.graph()) } }
        },
        Workload("baseline-graph-shared", "a root, two children, one object for both") {
            { for _ in 0..<$0 { keep(object: ByHand.graphShared()) } }
        },
        Workload("baseline-weak", "loading a weak reference") {
            let held = MemoryRepository()
            let box = WeakBox(held)
            return {
                for _ in 0..<$0 {
                    if let repository = ByHand.weakLoad(box) { keep(repository: repository) }
                }
                keep(object: held)
            }
        },
        Workload("baseline-argument", "an initializer with one argument") {
            { for customer in 0..<$0 { keep(object: ByHand.argument(customer)) } }
        },
    ]
}

// MARK: What a container keeps

extension Workload {
    private static let kept = [
        Workload("singleton", "a ready singleton by its protocol", against: "baseline-static-let") {
            let container = try frozen(Singleton((any Repository).self) { MemoryRepository() })
            return { for _ in 0..<$0 { keep(repository: try Resolving.singleton(container)) } }
        },
        Workload("singleton-borrowed", "the same, lent to a closure", against: "baseline-static-let") {
            let container = try frozen(Singleton((any Repository).self) { MemoryRepository() })
            return { for _ in 0..<$0 { try Resolving.singletonBorrowed(container) } }
        },
        Workload("singleton-class", "a ready singleton by its class", against: "baseline-static-let") {
            let container = try frozen(Singleton { Clockwork() })
            return { for _ in 0..<$0 { keep(object: try Resolving.singletonClass(container)) } }
        },
        Workload("singleton-1k", "1,000 singletons in random order", against: "baseline-static-let") {
            try manySingletons(1_000)
        },
        Workload("singleton-10k", "10,000 singletons in random order", against: "baseline-static-let") {
            try manySingletons(10_000)
        },
        Workload("shared", "a shared object that somebody holds", against: "baseline-weak") {
            let container = try frozen(Shared((any Repository).self) { MemoryRepository() })
            let held = try Resolving.shared(container)
            return {
                for _ in 0..<$0 { keep(repository: try Resolving.shared(container)) }
                keep(repository: held)
            }
        },
        Workload("named", "a ready singleton by a name", against: "singleton") {
            let container = try frozen(
                Singleton((any Repository).self) { MemoryRepository() }.named(.primary))
            return { for _ in 0..<$0 { keep(repository: try Resolving.named(container)) } }
        },
    ]

    private static func manySingletons(_ count: Int) throws -> Body {
        let container = Container()
        var types: [Numbered.Type] = []
        for registration in NumberedRegistration.first(count) {
            try registration.registerSingleton(container)
            types.append(registration.type)
        }
        container.freeze()
        var random = FixedRandom()
        types.shuffle(using: &random)
        let order = types
        // Made ready here, as a singleton is before it is asked for many times.
        for type in order { keep(object: try Resolving.singleton(type, container)) }
        return { operations in
            var left = operations
            while left > 0 {
                for type in order.prefix(left) {
                    keep(object: try Resolving.singleton(type, container))
                }
                left -= order.count
            }
        }
    }
}

// MARK: What a container makes

extension Workload {
    private static let made = [
        Workload("transient", "a small class", against: "baseline-init") {
            let container = try frozen(Transient { Small() })
            return { for _ in 0..<$0 { keep(object: try Resolving.transient(container)) } }
        },
        Workload("graph", "seven objects, one of them a singleton", against: "baseline-graph") {
            let container = try graphContainer()
            return { for _ in 0..<$0 { keep(object: try Resolving.graph(container)) } }
        },
        Workload(
            "graph-shared", "two children with one graph object", against: "baseline-graph-shared"
        ) {
            let container = try graphSharedContainer()
            return { for _ in 0..<$0 { keep(object: try Resolving.graphShared(container)) } }
        },
        Workload("argument", "a class with one run-time argument", against: "baseline-argument") {
            let container = try frozen(
                Transient(arguments: Int.self) { _, customer in Report(customer: customer) })
            return {
                for customer in 0..<$0 { keep(object: try Resolving.argument(container, customer)) }
            }
        },
        Workload("optional-missing", "an optional that nobody registered") {
            let container = try frozen(Transient { Small() })
            return {
                for _ in 0..<$0 { keep(try Resolving.optionalMissing(container) == nil ? 0 : 1) }
            }
        },
        Workload("register", "a registration, in containers of 1,000") {
            let registrations = NumberedRegistration.first(1_000)
            return { operations in
                var left = operations
                while left > 0 {
                    let container = Container()
                    for registration in registrations.prefix(left) {
                        try registration.registerSingleton(container)
                    }
                    keep(object: container)
                    left -= registrations.count
                }
            }
        },
    ]

    /// A frozen container with one registration.
    private static func frozen(_ registration: some Registration) throws -> Container {
        let container = Container()
        try container.register(registration)
        container.freeze()
        return container
    }

    static func graphContainer() throws -> Container {
        let container = Container()
        try container.register(Singleton((any Repository).self) { MemoryRepository() })
        try container.register(Transient { Level5(repository: try $0()) })
        try container.register(Transient { Level4(next: try $0()) })
        try container.register(Transient { Level3(next: try $0()) })
        try container.register(Transient { Level2(next: try $0()) })
        try container.register(Transient { Level1(next: try $0()) })
        try container.register(Transient { Root(next: try $0()) })
        container.freeze()
        return container
    }

    static func graphSharedContainer() throws -> Container {
        let container = Container()
        try container.register(Graph { Context() })
        try container.register(Transient { Debit(context: try $0()) })
        try container.register(Transient { Credit(context: try $0()) })
        try container.register(Transient { Transfer(debit: try $0(), credit: try $0()) })
        container.freeze()
        return container
    }
}
