internal import Armory

/// Numbers the parameters of factories with an instance for each parameter.
///
/// Equal parameters have the same number. They are compared by `==`, with no lock held.
final class ParameterNumbers: @unchecked Sendable {  // `lists` and `last` are guarded by `lock`.
    /// A factory: the type and the name.
    struct Key: Hashable {
        let type: ObjectIdentifier
        let name: Armory.Name

        init(_ type: ObjectIdentifier, _ name: Armory.Name) {
            self.type = type
            self.name = name
        }
    }

    private typealias Numbered = (parameter: AnyHashable, number: UInt)

    private let lock = Lock()
    /// The parameters of each factory, by their hash.
    private var lists: [Key: [Int: [Numbered]]] = [:]
    private var last: UInt = 0

    /// The number of a parameter, a new one if it has none.
    func number(of parameter: AnyHashable, at key: Key) -> UInt {
        let hash = parameter.hashValue
        while true {
            let known = lock.withLock { lists[key]?[hash] ?? [] }
            for candidate in known where candidate.parameter == parameter { return candidate.number }
            // Not found again by `==`: a parameter need not be equal to itself.
            if let number = add(parameter, hash, at: key, after: known.last?.number) { return number }
        }
    }

    /// Adds a parameter; nil: another thread has added one meanwhile.
    private func add(_ parameter: AnyHashable, _ hash: Int, at key: Key, after number: UInt?) -> UInt? {
        lock.withLock {
            guard lists[key]?[hash]?.last?.number == number else { return nil }
            last += 1
            lists[key, default: [:]][hash, default: []].append((parameter, last))
            return last
        }
    }

    /// The numbers of a factory's parameters.
    func numbers(at key: Key) -> [UInt] {
        let list = lock.withLock { lists[key] }
        return list?.values.flatMap { $0.map(\.number) } ?? []
    }

    /// Removes the numbers of a factory's parameters, and returns them.
    func remove(at key: Key) -> [UInt] {
        let removed = lock.withLock { lists.isEmpty ? nil : lists.removeValue(forKey: key) }
        return removed?.values.flatMap { $0.map(\.number) } ?? []
    }

    /// Removes all numbers.
    func removeAll() {
        let removed = lock.withLock {
            defer { lists = [:] }
            return lists
        }
        // Released outside of the lock: this may run a `deinit` of the user's.
        withExtendedLifetime(removed) {}
    }
}
