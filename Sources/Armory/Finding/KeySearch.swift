// Finds the slot of one key for a change. A qualifier's `==` is user code, so it runs before the lock is taken:
//
//     compare   without the lock   the key with each qualifier in its chain that was not compared before
//     lookUp    under the lock     the entry that is known to be equal; no user code
//
// A key's chain are the table's entries with its hash and type. An entry keeps its key until the table is rebuilt,
// because a registration is replaced by one with an equal key. So a search starts over only for entries that were not
// compared: those of new keys with the same hash. Changes of other keys, and replacements, do not disturb it.

internal import Synchronization

struct KeySearch {
    let key: ServiceKey
    let hash: UInt
    /// Nil: the key has no qualifier, or was not compared yet.
    private var compared: Compared?

    private final class Compared {
        /// How often the table had been rebuilt when `places` was read.
        var rebuilds: UInt = 0
        // No literals: without optimisation for speed, an empty one looks up the type of the elements.
        /// By the place of an entry: whether its key is equal.
        var places = Dictionary<UInt, Bool>()
        /// The compared qualifiers, for entries whose places have changed; retained, so that no other has the address.
        var qualifiers = Dictionary<ObjectIdentifier, (qualifier: AnyQualifier, isEqual: Bool)>()

        /// Whether the qualifier of an entry is equal to the key's; nil: they were not compared.
        func verdict(on other: AnyQualifier, at place: UInt?) -> Bool? {
            place.flatMap { places[$0] } ?? qualifiers[ObjectIdentifier(other)]?.isEqual
        }
    }

    /// The table's slot for the key; nil: the table does not have the key.
    struct Result {
        var slot: UInt?
    }

    /// Runs user code: the hash of the key's qualifier.
    init(_ key: ServiceKey) {
        self.key = key
        hash = key.tableHash
    }

    /// Compares the key with the qualifiers that are new in its chain, up to an equal one.
    ///
    /// Runs user code: requires that the thread holds no lock and is not pinned.
    mutating func compare(in container: Container) {
        guard let qualifier = key.qualifier else { return }
        // Acquire: pairs with the release in `rebuildTable`. Before the table is read, so that no older table's places
        // count for it.
        let rebuilds = container.control.rebuilds.load(ordering: .acquiring)
        let known = compared ?? Compared()
        compared = known
        if rebuilds != known.rebuilds { known.places = [:] }
        known.rebuilds = rebuilds
        for (place, other) in container.chain(of: key.type, hash: hash).entries {
            let isEqual = known.verdict(on: other, at: place) ?? (other == qualifier)
            known.qualifiers[ObjectIdentifier(other)] = (other, isEqual)
            known.places[place] = isEqual
            if isEqual { return }
        }
    }

    /// The table's slot for the key; nil: an entry of the key's chain was not compared.
    ///
    /// Requires the control block's lock, and that the container is open.
    func lookUp(in container: Container) -> Result? {
        let table = unsafe container.writtenTable
        guard key.qualifier != nil else {
            return Result(slot: unsafe table.find(key.typeIdentifier).slot.map { UInt(bitPattern: $0) })
        }
        // Relaxed: the lock orders it.
        let isRebuilt = container.control.rebuilds.load(ordering: .relaxed) != compared?.rebuilds
        var result: Result? = Result()
        unsafe table.visitChain(ofQualifiedHash: hash) { place, address in
            let binding = unsafe Slot(address).binding
            guard binding.type == key.type, let other = binding.qualifier else { return true }
            switch compared?.verdict(on: other, at: isRebuilt ? nil : place) {
            case false?: return true
            case true?: result = Result(slot: UInt(bitPattern: address))
            case nil: result = nil
            }
            return false
        }
        return result
    }
}
