// The numbers of parameters. A number makes the name of a site in the store.
//
// A list of numbers doubles, the store is asked which of them it needs no more, and the list drops those:
//
//     unused()    the numbers that no resolve holds, marked
//     the store   looks for their instances, with no lock held
//     drop()      those without an instance that still have their mark, so that no resolve has held them meanwhile

internal import Armory

/// A parameter of a factory, and its number.
///
/// A resolve holds it until it ends. Meanwhile, the number is that of the parameter.
final class NumberedParameter: @unchecked Sendable {  // Immutable, except for `isUsed`; the user shares the parameter.
    fileprivate let parameter: AnyHashable
    let number: UInt
    /// Whether a resolve has held the parameter since the mark was removed.
    ///
    /// Guarded by the lock of the numbers.
    fileprivate var isUsed = true

    fileprivate init(_ parameter: AnyHashable, _ number: UInt) {
        self.parameter = parameter
        self.number = number
    }
}

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

    /// The parameters of one factory.
    private struct List {
        var byHash: [Int: [NumberedParameter]] = [:]
        var count = 0
        /// With this count, the list drops the numbers that nothing needs any longer.
        var limit = smallestLimit

        static let smallestLimit = 16

        var numbers: [UInt] { byHash.values.flatMap { $0.map(\.number) } }
    }

    private let lock = Lock()
    private var lists: [Key: List] = [:]
    private var last: UInt = 0

    /// The number of a parameter, a new one if it has none.
    func number(of parameter: AnyHashable, at key: Key) -> NumberedParameter {
        let hash = parameter.hashValue
        while true {
            let known = lock.withLock {
                let known = lists[key]?.byHash[hash] ?? []
                for candidate in known { candidate.isUsed = true }
                return known
            }
            for candidate in known where candidate.parameter == parameter { return candidate }
            // Not found again by `==`: a parameter need not be equal to itself.
            if let new = add(parameter, hash, at: key, after: known.last?.number) { return new }
        }
    }

    /// Adds a parameter; nil: another thread has added one meanwhile.
    private func add(
        _ parameter: AnyHashable, _ hash: Int, at key: Key, after number: UInt?
    ) -> NumberedParameter? {
        lock.withLock {
            guard lists[key]?.byHash[hash]?.last?.number == number else { return nil }
            last += 1
            let new = NumberedParameter(parameter, last)
            lists[key, default: List()].byHash[hash, default: []].append(new)
            lists[key]?.count += 1
            return new
        }
    }

    /// The numbers of a factory's parameters.
    func numbers(at key: Key) -> [UInt] {
        lock.withLock { lists.isEmpty ? nil : lists[key] }?.numbers ?? []
    }
}

// MARK: Dropping numbers

extension ParameterNumbers {
    /// The numbers of a factory that no resolve holds, if their list has doubled; each time, for one thread.
    func unused(at key: Key) -> [UInt] {
        lock.withLock {
            // No copy of the list: its elements would count as held.
            guard lists[key].map({ $0.count >= $0.limit }) == true else { return [] }
            lists[key]?.limit = .max
            var numbers: [UInt] = []
            _ = removeUnheld(at: key) { parameter in
                parameter.isUsed = false
                numbers.append(parameter.number)
                return false
            }
            return numbers
        }
    }

    /// Drops those of the numbers that no resolve has held since they were unused.
    ///
    /// - Returns: The numbers that are dropped.
    func drop(_ numbers: Set<UInt>, at key: Key) -> [UInt] {
        let dropped = lock.withLock {
            let dropped = removeUnheld(at: key) { !$0.isUsed && numbers.contains($0.number) }
            if let count = lists[key]?.count { lists[key]?.limit = max(2 * count, List.smallestLimit) }
            return dropped
        }
        return dropped.map(\.number)
    }

    /// Drops the numbers of a factory that no resolve holds.
    ///
    /// - Returns: All numbers of the factory.
    func remove(at key: Key) -> [UInt] {
        let removed = lock.withLock { () -> ([UInt], [NumberedParameter])? in
            guard !lists.isEmpty, let numbers = lists[key]?.numbers else { return nil }
            return (numbers, removeUnheld(at: key) { _ in true })
        }
        return removed?.0 ?? []
    }

    /// Drops all numbers that no resolve holds.
    func removeAll() {
        let removed = lock.withLock { Array(lists.keys).map { removeUnheld(at: $0) { _ in true } } }
        withExtendedLifetime(removed) {}
    }

    /// Removes the parameters that only the list holds and for which the closure returns true.
    ///
    /// Requires the lock. Release the parameters outside of it: this may run a `deinit` of the user's.
    private func removeUnheld(at key: Key, where isRemoved: (NumberedParameter) -> Bool) -> [NumberedParameter] {
        var removed: [NumberedParameter] = []
        for hash in lists[key].map({ Array($0.byHash.keys) }) ?? [] {
            // Taken out, so that only the array holds its elements. A thread that compares them holds the array, too:
            // then the first access copies it, and they count as held.
            var parameters = lists[key]?.byHash.removeValue(forKey: hash) ?? []
            for index in parameters.indices.reversed() where isKnownUniquelyReferenced(&parameters[index]) {
                if isRemoved(parameters[index]) { removed.append(parameters.remove(at: index)) }
            }
            if !parameters.isEmpty { lists[key]?.byHash[hash] = parameters }
        }
        lists[key]?.count -= removed.count
        if lists[key]?.count == 0 { lists[key] = nil }
        return removed
    }
}
