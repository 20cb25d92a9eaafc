final class ImportLog {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
}

struct Checker {
    let log: ImportLog

    func accepts(_ address: String) -> Bool {
        let isAccepted = address.hasPrefix("https:")
        if !isAccepted { log.add("refused \(address)") }
        return isAccepted
    }
}

struct Writer {
    let shortener: Shortener
    let log: ImportLog

    func write(_ address: String) { log.add("saved \(shortener.shorten(address))") }
}

struct Import {
    let checker: Checker
    let writer: Writer
    let log: ImportLog

    func run(_ addresses: [String]) {
        for address in addresses where checker.accepts(address) { writer.write(address) }
    }
}
