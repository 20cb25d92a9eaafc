import Armory

protocol CodeMaker: Sendable {
    func next() -> String
}

final class NumberCodes: CodeMaker {
    private let counter = Counter()

    func next() -> String { "n\(counter.next())" }
}

final class WordList: Sendable {
    private static let created = Counter()
    let serial = created.next()
    let words = ["anchor", "birch", "copper", "dune"]
}

final class WordCodes: CodeMaker {
    let list: WordList
    private let counter = Counter()

    init(list: WordList) { self.list = list }

    func next() -> String {
        let number = counter.next() - 1
        return number < list.words.count ? list.words[number] : "w\(number)"
    }
}

extension RegistrationName {
    static let words: RegistrationName = "words"
}
