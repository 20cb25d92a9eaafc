import Armory

let container = try Container { links }
let derived = try container.overriding {
    Singleton((any CodeMaker).self, NumberCodes.init)
}
print("program:", try container.resolve(Shortener.self).shorten("https://swift.org"))
print("derived:", try derived.resolve(Shortener.self).shorten("https://example.com"))

let store = try container.resolve((any LinkStore).self)
print("the program's store has n1:", store.address(of: "n1") != nil)

let separate = try container.overriding {
    Singleton((any CodeMaker).self, NumberCodes.init)
    Singleton((any LinkStore).self, MemoryStore.init)
}
_ = try separate.resolve(Shortener.self).shorten("https://example.com/a")
_ = try separate.resolve(Shortener.self).shorten("https://example.com/b")
print("the program's store has n2:", store.address(of: "n2") != nil)
