// Notes what closures ask for while they run. Closures get views that take notes instead of the container.

/// Notes what one closure asks for.
final class Recorder: AskRecorder {
    private let observations: Observations
    private let binding: ObjectIdentifier
    private let time: Dependency.Time

    init(_ observations: Observations, _ binding: AnyBinding, _ time: Dependency.Time) {
        self.observations = observations
        self.binding = ObjectIdentifier(binding)
        self.time = time
    }

    /// An inner record of the closure's registration, with its own closures observed too.
    func observed<T>(_ inner: Binding<T>) -> Binding<T> {
        unsafe observations.observedOnce(inner).typed(as: Binding<T>.self)
    }

    /// Notes that the closure has asked for a type, whether or not it is registered.
    func note(_ type: any Any.Type, _ qualifier: AnyQualifier?) {
        // If a required type is missing, the run ends with an error that says so. The closure may have passed
        // arguments: such an edge counts as declared.
        observations.add(
            Dependency(type: type, qualifier: qualifier, count: .optional, time: time).declared, of: binding)
    }
}

/// Gives closures a resolver that notes their requests.
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

/// The dependencies that all closures of a dry run have asked for.
final class Observations: @unchecked Sendable {  // `noted` and `inners` are guarded by `lock`.
    private let lock = Lock()
    private var noted: [ObjectIdentifier: [Dependency]] = [:]
    private var inners: [ObjectIdentifier: AnyBinding] = [:]

    func add(_ need: Dependency, of binding: ObjectIdentifier) {
        lock.withLock { noted[binding, default: []].append(need) }
    }

    /// The same registration, with a resolver for each closure that notes what the closure asks for.
    func observed(_ binding: AnyBinding) -> AnyBinding {
        binding.seen(binding.traits, by: Recording(observations: self, binding: binding))
    }

    /// The observed registration, one instance for all callers: a slot is found by the record's address.
    func observedOnce(_ binding: AnyBinding) -> AnyBinding {
        let new = observed(binding)
        return lock.withLock {
            let known = inners[ObjectIdentifier(binding)] ?? new
            inners[ObjectIdentifier(binding)] = known
            return known
        }
    }

    /// Ends the run.
    ///
    /// Observed registrations hold this object, so this breaks the reference cycle.
    func forgetInners() {
        let old = lock.withLock {
            defer { inners = [:] }
            return inners
        }
        withExtendedLifetime(old) {}
    }

    /// The dependencies by registration, each dependency once.
    ///
    /// Keys are compared here, not under the lock: a qualifier's `==` is user code.
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
