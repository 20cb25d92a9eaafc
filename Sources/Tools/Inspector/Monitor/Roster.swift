// The registrations that have had events.

#if Inspector
internal import Armory
internal import ArmoryDiagrams

/// A registration that has had an event: its texts, and nothing that its closures have captured.
final class Member: Sendable {
    fileprivate let identity: RegistrationIdentity
    let texts: StartupRecord.Factory
    /// The number of the registration in the counts, or `nil` if there was no room.
    let number: Int?

    fileprivate init(_ identity: RegistrationIdentity, _ texts: StartupRecord.Factory, number: Int?) {
        self.identity = identity
        self.texts = texts
        self.number = number
    }
}

/// Gives each registration a number, up to a capacity.
///
/// Comparing, hashing and describing a registration runs the code of its qualifier. That code may wait, or ask for
/// another instance, so it never runs under the lock.
final class Roster: Sendable {
    private struct State {
        /// The members of each hash; these lists only grow.
        var members: [Int: [Member]] = [:]
        var count = 0

        /// Adds a member if none was added after the first `seen` ones and there is room.
        mutating func add(
            _ identity: RegistrationIdentity, _ texts: StartupRecord.Factory, _ hash: Int, after seen: Int,
            _ capacity: Int
        ) -> (Member?, known: [Member], isFull: Bool) {
            let known = members[hash, default: []]
            guard known.count == seen, count < capacity else { return (nil, known, count >= capacity) }
            let member = Member(identity, texts, number: count)
            members[hash, default: []].append(member)
            count += 1
            return (member, known, false)
        }
    }

    private let state = Guarded(State())
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    func member(for registration: RegistrationInfo) -> Member {
        let identity = RegistrationIdentity(registration)
        let hash = identity.hashValue
        var (known, isFull) = state.withLock { ($0.members[hash, default: []], $0.count >= capacity) }
        if let member = known.first(where: { $0.identity == identity }) { return member }
        let texts = StartupRecord.Factory(registration)
        while !isFull {
            // Another thread may have added it in the meantime.
            let seen = known.count
            let added: Member?
            (added, known, isFull) = state.withLock { $0.add(identity, texts, hash, after: seen, capacity) }
            if let added { return added }
            if let member = known[seen...].first(where: { $0.identity == identity }) { return member }
        }
        return Member(identity, texts, number: nil)
    }
}
#endif
