import Synchronization

/// The parcels for the next tour.
package final class Shelf: Sendable {
    private let parcels = Mutex<[Parcel]>([])

    package init() {}

    package var count: Int { parcels.withLock { $0.count } }

    package func put(_ parcel: Parcel) { parcels.withLock { $0.append(parcel) } }

    package func takeAll() -> [Parcel] {
        parcels.withLock { parcels in
            defer { parcels = [] }
            return parcels
        }
    }
}

/// Counts the parcels of a shift.
package final class ShiftLog: Sendable {
    private let count = Mutex(0)

    package init() {}

    package func note(_ parcel: Parcel) { count.withLock { $0 += 1 } }
    package var text: String { "parcels in this shift: \(count.withLock { $0 })" }
}

/// A van, which is rented as long as it is used.
package final class Van: Sendable {
    private let driven = Mutex(0)

    package init() {}

    package func drive(_ kilometres: Int) { driven.withLock { $0 += kilometres } }
    package var text: String { "the van has driven \(driven.withLock { $0 }) km" }
}
