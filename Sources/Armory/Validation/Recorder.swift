// Notes what closures ask for while they run. Closures get views that take notes instead of the container.

/// Notes what one closure asks for, and gives closures resolvers that do.
final class Recorder: AskRecorder, ResolverChange {
    private let observations: Observations
    /// The closure's record, which is not held: the closure may keep its resolver.
    private let binding: ObjectIdentifier
    private let time: Dependency.Time

    init(_ observations: Observations, _ binding: ObjectIdentifier, _ time: Dependency.Time) {
        self.observations = observations
        self.binding = binding
        self.time = time
    }

    /// An inner record of the closure's registration, with its own closures observed too.
    func observed(_ inner: Binding) -> Binding { observations.observed(inner) }

    /// Notes that the closure has asked for a type, whether or not it is registered.
    func note(_ type: any Any.Type, _ qualifier: AnyQualifier?) {
        // If a required type is missing, the run ends with an error that says so. The closure may have passed
        // arguments: such an edge counts as declared.
        observations.add(
            Dependency(type: type, qualifier: qualifier, kind: .optional, time: time).declared, of: binding)
    }

    @_lifetime(copy resolver)
    func changed(_ resolver: Resolver, _ time: Dependency.Time) -> Resolver {
        let container = resolver.container
        return Resolver(
            owner: Container(
                viewOf: container.view?.base ?? container, container.view?.module,
                Recorder(observations, binding, time)))
    }
}

/// The dependencies that all closures of a dry run have asked for.
final class Observations: @unchecked Sendable {  // `noted` and `records` are guarded by `lock`.
    private let lock = Lock()
    private var noted: [ObjectIdentifier: [Dependency]] = [:]
    /// The observed records, by the records that they were created from.
    private var records: [ObjectIdentifier: Binding] = [:]

    func add(_ need: Dependency, of binding: ObjectIdentifier) {
        lock.withLock { noted[binding, default: []].append(need) }
    }

    /// The same registration, with a resolver for each closure that notes what the closure asks for.
    ///
    /// One instance for all callers: a slot is found by the record's address.
    func observed(_ binding: Binding) -> Binding {
        let new = binding.changed(binding.traits, by: Recorder(self, ObjectIdentifier(binding), .construction))
        return lock.withLock {
            let known = records[ObjectIdentifier(binding)] ?? new
            records[ObjectIdentifier(binding)] = known
            return known
        }
    }

    /// Ends the run.
    ///
    /// Observed registrations hold this object, so this breaks the reference cycle.
    func forgetRecords() {
        let old = lock.withLock {
            defer { records = [:] }
            return records
        }
        withExtendedLifetime(old) {}
    }

    /// The dependencies by registration, each dependency once.
    ///
    /// Keys are compared here, not under the lock: a qualifier's `==` is user code.
    var all: [ObjectIdentifier: [Dependency]] {
        lock.withLock { noted }.mapValues { needs in
            var seen: [Dependency.Time: Set<ServiceKey>] = [:]
            return needs.filter { seen[$0.time, default: []].insert($0.key).inserted }
        }
    }
}
