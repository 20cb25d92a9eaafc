import Armory

let storage = Module("storage") {
    Singleton((any LinkStore).self, MemoryStore.init)
}

let coding = Module("coding") {
    Shared(WordList.init).private()
    Singleton((any CodeMaker).self, WordCodes.init)
    Transient(Shortener.init)
}

let visiting = Module("visiting") {
    Singleton(Visits.init)
    Transient(Redirector.init)
}
