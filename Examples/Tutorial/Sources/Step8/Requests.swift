import Armory
import Synchronization

struct Request {
    let user: String
}

/// The links of one request: all of them are saved, or none.
final class Draft: Sendable {
    let request: Request
    let store: any LinkStore
    let codes: any CodeMaker
    private let links = Mutex<[String: String]>([:])

    init(request: Request, store: any LinkStore, codes: any CodeMaker) {
        self.request = request
        self.store = store
        self.codes = codes
    }

    func add(_ address: String) -> String {
        let code = codes.next()
        links.withLock { $0[code] = address }
        return code
    }

    func commit() {
        let links = links.withLock(\.self)
        for (code, address) in links { store.save(address, as: code) }
        print("\(request.user): saved \(links.count)")
    }

    func discard() {
        print("\(request.user): discarded \(links.withLock(\.count))")
    }
}

let requests = Module("requests") {
    Seeded(Request.self)
    Scoped(Draft.init)
        .onShutdown { draft, end in
            if end.isCompleted { draft.commit() } else { draft.discard() }
        }
}
