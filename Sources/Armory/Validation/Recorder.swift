// What closures ask for while they run, noted by the views that they are given in the place of the container.

/// Notes what one closure asks for.
final class Recorder: Sendable {
    private let observations: Observations
    private let binding: ObjectIdentifier
    private let time: Dependency.Time

    init(_ observations: Observations, _ binding: AnyBinding, _ time: Dependency.Time) {
        self.observations = observations
        self.binding = ObjectIdentifier(binding)
        self.time = time
    }

    /// A record behind that of the closure, whose own closures are observed too.
    func observed<T>(_ inner: TypedBinding<T>) -> TypedBinding<T> {
        unsafe observations.observedOnce(inner).typed(as: TypedBinding<T>.self)
    }

    /// Notes that the closure has asked for a type, whether or not it is there.
    func note(_ type: any Any.Type, _ qualifier: AnyQualifier?) {
        // Where it has to be there and is not, the run ends with an error that says so. It may have been asked for with
        // arguments: such an edge counts as declared.
        observations.add(
            Dependency(type: type, qualifier: qualifier, count: .optional, time: time).declared, of: binding)
    }
}

/// Gives closures a resolver that notes what it is asked.
struct Recording: ResolverChange {
    let observations: Observations
    let binding: AnyBinding

    func changed(_ resolver: Resolver, _ time: Dependency.Time) -> Resolver {
        let container = resolver.container
        return Resolver(
            owner: Container(
                viewOf: container.view?.base ?? container, container.view?.module,
                Recorder(observations, binding, time)))
    }
}

/// What all closures of a dry run have asked for.
final class Observations: @unchecked Sendable {  // `noted` and `inners` are guarded by `lock`.
    private let lock = Lock()
    private var noted: [ObjectIdentifier: [Dependency]] = [:]
    private var inners: [ObjectIdentifier: AnyBinding] = [:]

    func add(_ need: Dependency, of binding: ObjectIdentifier) {
        lock.withLock { noted[binding, default: []].append(need) }
    }

    /// The same registration, each closure with a resolver that notes what it is asked.
    func observed(_ binding: AnyBinding) -> AnyBinding {
        binding.seen(by: Recording(observations: self, binding: binding))
    }

    /// The same, one for all who ask: its slot is found by its address.
    func observedOnce(_ binding: AnyBinding) -> AnyBinding {
        let new = observed(binding)
        return lock.withLock {
            let known = inners[ObjectIdentifier(binding)] ?? new
            inners[ObjectIdentifier(binding)] = known
            return known
        }
    }

    /// Ends the run: what is observed holds this.
    func forgetInners() {
        let old = lock.withLock {
            defer { inners = [:] }
            return inners
        }
        withExtendedLifetime(old) {}
    }

    /// By registration, each once.
    ///
    /// Keys are compared here, not under the lock: a qualifier's `==` is the user's.
    var all: [ObjectIdentifier: [Dependency]] {
        lock.withLock { noted }.mapValues { needs in
            var seen: Set<Asked> = []
            return needs.filter { seen.insert(Asked(key: $0.key, time: $0.time)).inserted }
        }
    }

    private struct Asked: Hashable {
        let key: ServiceKey
        let time: Dependency.Time
    }
}
