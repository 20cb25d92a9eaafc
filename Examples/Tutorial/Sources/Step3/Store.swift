import Synchronization

protocol LinkStore: Sendable {
    func save(_ address: String, as code: String)
    func address(of code: String) -> String?
}

final class MemoryStore: LinkStore {
    private let links = Mutex<[String: String]>([:])

    func save(_ address: String, as code: String) {
        links.withLock { $0[code] = address }
    }

    func address(of code: String) -> String? {
        links.withLock { $0[code] }
    }
}
