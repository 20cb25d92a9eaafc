struct Shortener {
    let store: any LinkStore
    let codes: any CodeMaker

    func shorten(_ address: String) -> String {
        let code = codes.next()
        store.save(address, as: code)
        return code
    }
}
