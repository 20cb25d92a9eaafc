// The registrations that events were told of.

#if Inspector
internal import Armory

/// What stands for a registration that something happened to: its texts, and none of what its closures have captured.
final class Member: Sendable {
    fileprivate let identity: RegistrationIdentity
    let texts: RegistrationTexts
    /// Its place in the counts; nil: there was no room.
    let number: Int?

    fileprivate init(_ identity: RegistrationIdentity, _ texts: RegistrationTexts, number: Int?) {
        self.identity = identity
        self.texts = texts
        self.number = number
    }
}

/// Gives each registration a number, up to a number of them.
///
/// Two registrations are compared, hashed and described by their qualifiers' code, which may wait, or ask for another instance:
/// it never runs under the lock.
final class Roster: @unchecked Sendable {  // The lock guards the lists.
    private let lock = Lock()
    /// Those of each hash, which only grow.
    private var members: [Int: [Member]] = [:]
    private var count = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    func member(for registration: RegistrationInfo) -> Member {
        let identity = RegistrationIdentity(registration)
        let hash = identity.hashValue
        var (known, isFull) = lock.withLock { (members[hash, default: []], count >= capacity) }
        if let member = known.first(where: { $0.identity == identity }) { return member }
        let texts = RegistrationTexts(registration)
        while !isFull {
            // Who was quicker may have added it.
            let seen = known.count
            let added: Member?
            (added, known, isFull) = lock.withLock { add(identity, texts, hash, after: seen) }
            if let added { return added }
            if let member = known[seen...].first(where: { $0.identity == identity }) { return member }
        }
        return Member(identity, texts, number: nil)
    }

    /// Under the lock: adds it, where none has come to those that were seen, and there is room.
    private func add(
        _ identity: RegistrationIdentity, _ texts: RegistrationTexts, _ hash: Int, after seen: Int
    ) -> (Member?, known: [Member], isFull: Bool) {
        let known = members[hash, default: []]
        guard known.count == seen, count < capacity else { return (nil, known, count >= capacity) }
        let member = Member(identity, texts, number: count)
        members[hash, default: []].append(member)
        count += 1
        return (member, known, false)
    }
}
#endif
