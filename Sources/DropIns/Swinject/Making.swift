// One call that makes, or finds, an instance. It is not generic: each generic type costs a lookup at run time.

internal import ArmoryCore

final class Making {
    /// How a resolve goes on after an error.
    enum Outcome {
        /// With `value`.
        case value
        case none
        case again
    }

    /// In a separate object, since few calls have one.
    final class Value {
        let value: Any

        init(_ value: Any) { self.value = value }
    }

    let cell: StandaloneCell
    let completion: Completion?
    private let asked: Container
    /// The container that keeps the instance; nil: none does.
    private let keeper: Owner?
    /// The container that the factory receives: the one that keeps the instance, or else the one that is asked.
    ///
    /// It may be a new view, so it is only made for a factory that runs.
    private(set) lazy var container = keeper?.container.map { asked.view(of: $0) } ?? asked
    let call: Call?
    /// Whether the instance is complete, so that the cell must not complete it.
    var isComplete = false
    /// Whether the running graph has the instance until it is complete: the core gives no value to others before.
    var isInGraph = false
    /// The instance, if it is a value that the cell must not share; nil: it is none.
    var value: Value?

    init(
        _ cell: StandaloneCell, _ completion: Completion?, for asked: Container, keptBy keeper: Owner?, _ call: Call?
    ) {
        self.cell = cell
        self.completion = completion
        self.asked = asked
        self.keeper = keeper
        self.call = call
    }

    /// Asks a cell, which is this one or stands for it.
    ///
    /// - Parameter isRepeated: Whether the factory may ask for its own key again.
    func resolve<Service>(
        from cell: StandaloneCell, isRepeated: Bool = false, _ make: () throws -> Service
    ) throws(ResolutionError) -> Service {
        // The user's closure cannot throw, so it cannot be put off.
        let options: MakingOptions = call != nil || isRepeated ? [.endsWithCall, .isRepeatable] : .endsWithCall
        guard let completion else { return try cell.resolve(Service.self, options: options, factory: make) }
        return try cell.resolve(
            Service.self, options: options,
            completedBy: { [self] in if !isComplete { completion.complete($0, container) } }, factory: make)
    }
}

/// A closure that completes instances, and the closures that run before it.
class Completion {
    private let earlier: Completion?
    /// The number of closures.
    let count: Int

    fileprivate init(after earlier: Completion?) {
        self.earlier = earlier
        count = (earlier?.count ?? 0) + 1
    }

    /// Completes an instance of the entry that this belongs to.
    func complete<Service>(_ service: Service, _ container: Container) {
        earlier?.complete(service, container)
        // An entry has only those of its service.
        unsafe unsafeDowncast(self, to: CompletionOf<Service>.self).body(container, service)
    }
}

final class CompletionOf<Service>: Completion {
    fileprivate let body: (any Resolver, Service) -> Void

    init(_ body: @escaping (any Resolver, Service) -> Void, after earlier: Completion?) {
        self.body = body
        super.init(after: earlier)
    }
}

/// An instance in the scope `graph` or `weak` is a value: its cell does not take it, and the resolve returns it.
struct ValueMade: Error {}
