import Armory
import Synchronization

protocol CodeMaker: Sendable {
    func next() -> String
}

final class NumberCodes: CodeMaker {
    private let count = Mutex(0)

    func next() -> String {
        count.withLock { count in
            count += 1
            return "n\(count)"
        }
    }
}

final class WordCodes: CodeMaker {
    private let words = Mutex(["anchor", "birch", "copper", "dune"])

    func next() -> String {
        words.withLock { $0.isEmpty ? "none" : $0.removeFirst() }
    }
}

extension RegistrationName {
    static let words: RegistrationName = "words"
}
