import Armory

let container = try Container {
    Singleton(MemoryStore.init)
    Singleton(NumberCodes.init)
    Transient(Shortener.init)
}

let shortener = try container.resolve(Shortener.self)
print(shortener.shorten("https://swift.org"))
print(shortener.shorten("https://example.com"))

let other: Shortener = try container.resolve()
print(other.shorten("https://swift.org/blog"))
print(other.store.address(of: "n1") ?? "unknown")
