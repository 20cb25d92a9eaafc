import Armory

let numbers = try Container {
    Singleton((any LinkStore).self, MemoryStore.init)
    Singleton((any CodeMaker).self, NumberCodes.init)
    Transient(Shortener.init)
}
print(try numbers.resolve(Shortener.self).shorten("https://swift.org"))

let words = try Container {
    Singleton((any LinkStore).self, MemoryStore.init)
    Singleton((any CodeMaker).self, WordCodes.init)
    Transient(Shortener.init)
}
print(try words.resolve(Shortener.self).shorten("https://swift.org"))

let container = try Container {
    Singleton((any LinkStore).self, MemoryStore.init)
    Singleton((any CodeMaker).self, NumberCodes.init)
    Singleton((any CodeMaker).self, WordCodes.init).named(.words)
    Transient(Shortener.init)
    Transient(Shortener.init, .registered, .named(.words)).named(.words)
}
let plain = try container.resolve(Shortener.self)
let spoken = try container.resolve(Shortener.self, named: .words)
print(plain.shorten("https://swift.org"), spoken.shorten("https://example.com"))
print(plain.store.address(of: "anchor") ?? "unknown")

let makers = try container.resolve([any CodeMaker].self)
print(makers.map { $0.next() })
