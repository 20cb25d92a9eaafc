import Synchronization

final class Visits: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func count(_ code: String) { counts.withLock { $0[code, default: 0] += 1 } }
    var total: Int { counts.withLock { $0.values.reduce(0, +) } }
}

struct Redirector {
    let store: any LinkStore
    let visits: Visits

    func visit(_ code: String) -> String? {
        visits.count(code)
        return store.address(of: code)
    }
}
