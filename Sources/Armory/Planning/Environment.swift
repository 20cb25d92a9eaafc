internal import CCore

/// The environment of the process.
enum ProcessEnvironment {
    /// The variables; the first one of a name counts.
    ///
    /// No other thread may change the environment meanwhile.
    static var variables: [String: String] {
        var values: [String: String] = [:]
        guard var entry = unsafe ccore_environment() else { return values }
        while let bytes = unsafe entry.pointee {
            let text = unsafe String(cString: bytes)
            if let end = text.firstIndex(of: "=") {
                let name = String(text[..<end])
                if values[name] == nil { values[name] = String(text[text.index(after: end)...]) }
            }
            unsafe entry += 1
        }
        return values
    }
}
