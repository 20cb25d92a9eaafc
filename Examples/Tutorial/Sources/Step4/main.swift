import Armory

do {
    _ = try Container {
        Singleton(MemoryStore.init)
        Transient(Redirector.init)
    }
} catch {
    print(error)
}

let container = try Container { links }
let code = try container.resolve(Shortener.self).shorten("https://swift.org")
let redirector = try container.resolve(Redirector.self)
print(code, "leads to", redirector.visit(code) ?? "nothing")
print(redirector.visits.total, "visit")

let list = try container.resolve(WordList?.self)
print(list == nil ? "the word list is private" : "the word list is public")
