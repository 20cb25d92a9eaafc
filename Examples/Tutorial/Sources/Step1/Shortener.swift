struct Shortener {
    let store: MemoryStore
    let codes: NumberCodes

    func shorten(_ address: String) -> String {
        let code = codes.next()
        store.save(address, as: code)
        return code
    }
}
