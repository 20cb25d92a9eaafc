import Armory

let container = try Container {
    Singleton((any LinkStore).self, MemoryStore.init)
    Singleton((any CodeMaker).self, NumberCodes.init)
    Shared(WordList.init)
    Transient(WordCodes.init)
    Transient(Shortener.init)
    Graph(ImportLog.init)
    Transient(Checker.init)
    Transient(Writer.init)
    Transient(Import.init)
}

let first = try container.resolve(Shortener.self)
let second = try container.resolve(Shortener.self)
print(first.shorten("https://swift.org"), second.shorten("https://swift.org/blog"))

func listSerials() throws {
    let first = try container.resolve(WordCodes.self)
    let second = try container.resolve(WordCodes.self)
    print(first === second, first.list.serial, second.list.serial)
}
try listSerials()
try listSerials()

let morning = try container.resolve(Import.self)
morning.run(["https://example.com", "ftp://example.com"])
print(morning.log.lines)

let evening = try container.resolve(Import.self)
evening.run(["https://example.com/news"])
print(evening.log.lines)
