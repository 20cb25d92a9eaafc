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

    /// Notes that the closure has asked for a type, whether or not it is there.
    func note(_ type: any Any.Type, _ qualifier: AnyQualifier?) {
        // Where it has to be there and is not, the run ends with an error that says so. It may have been asked for with
        // arguments: such an edge counts as declared.
        observations.add(
            Dependency(type: type, qualifier: qualifier, count: .optional, time: time).declared, of: binding)
    }
}

/// What all closures of a dry run have asked for.
final class Observations: @unchecked Sendable {  // `noted` is guarded by `lock`.
    private let lock = Lock()
    private var noted: [ObjectIdentifier: [Dependency]] = [:]

    func add(_ need: Dependency, of binding: ObjectIdentifier) {
        lock.withLock { noted[binding, default: []].append(need) }
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
