import Synchronization

final class MemoryStore: Sendable {
    private let links = Mutex<[String: String]>([:])

    func save(_ address: String, as code: String) {
        links.withLock { $0[code] = address }
    }

    func address(of code: String) -> String? {
        links.withLock { $0[code] }
    }
}
