// One reading of the configuration: every key is read, and every bad one is noted.

#if Configuration
internal import Armory
internal import Configuration

/// A pass over keys of one snapshot, which collects all faults.
final class SettingsReading {
    enum Answer<Value> {
        case value(Value)
        /// No provider has the key. The providers that were searched; nil: they are not known by name.
        case missing(ValueOrigin?)
        /// The fault is noted.
        case bad
    }

    let snapshot: ConfigSnapshotReader
    /// The location of the registration that reads.
    var location: CodeLocation?
    private(set) var faults: [ConfigurationFault] = []
    /// The prefix of the keys that are being read.
    private var prefix: [String] = []

    /// Whether the user's reporter is not notified, because the keys are read again for an error only.
    private let isSilent: Bool

    init(_ snapshot: ConfigSnapshotReader, at location: CodeLocation? = nil, isSilent: Bool = false) {
        (self.snapshot, self.location, self.isSilent) = (snapshot, location, isSilent)
    }

    /// Reads the keys of `body` under a further prefix.
    func under<R>(_ key: String, _ body: () -> R) -> R {
        let outer = prefix
        prefix += parts(of: key)
        defer { prefix = outer }
        return body()
    }

    /// Reads a value, and notes the fault unless there is no value.
    ///
    /// - Parameters:
    ///   - expected: The accepted values, for errors.
    ///   - accepts: Whether the value is accepted.
    func value<V: ConfigurationValue>(
        _ key: String, as type: V.Type = V.self, isSecret: Bool = false, expected: String = V.expectation,
        accepts: (V) -> Bool = { _ in true }
    ) -> Answer<V> {
        let place = place(key)
        let (value, origin) = Watch.watch(isSilent: isSilent) { type.read(snapshot, place, isSecret: isSecret) }
        if let value, accepts(value) { return .value(value) }
        guard let found = found(place, isSecret: isSecret) else {
            // A provider that fails for every type has the key, in a form that it cannot give.
            guard origin?.hasFailed == true else { return .missing(origin) }
            note(key, .unreadable, expected, found: "a value that cannot be read", origin)
            return .bad
        }
        note(key, value == nil ? .unreadable : .refused, expected, found: found.text, found.origin)
        return .bad
    }

    /// Reads a value that must be there; nil: it is not there or bad, and the fault is noted.
    func required<V: ConfigurationValue>(
        _ key: String, as type: V.Type = V.self, isSecret: Bool = false, default fallback: V? = nil,
        expected: String = V.expectation, accepts: (V) -> Bool = { _ in true }
    ) -> V? {
        switch value(key, as: type, isSecret: isSecret, expected: expected, accepts: accepts) {
        case .value(let value): return value
        case .bad: return nil
        case .missing(let searched):
            if let fallback { return fallback }
            note(key, .missing, expected, found: "no value", searched)
            return nil
        }
    }

    /// Notes that an initializer of settings has refused its keys.
    func noteRefusal(_ error: any Error, of type: any Any.Type) {
        append("", .refused, "a valid \(type)", found: "\(error)", origin: "")
    }

    private func note(
        _ key: String, _ reason: ConfigurationFault.Reason, _ expected: String, found: String, _ origin: ValueOrigin?
    ) {
        append(
            key, reason, expected, found: found, origin: origin?.description ?? "\(snapshot)",
            spelling: origin?.spelling)
    }

    private func append(
        _ key: String, _ reason: ConfigurationFault.Reason, _ expected: String, found: String, origin: String,
        spelling: String? = nil
    ) {
        let key = (prefix + parts(of: key)).joined(separator: ".")
        faults.append(
            ConfigurationFault(
                key: key, spelling: spelling ?? key, reason: reason, expected: expected, found: found, origin: origin,
                location: location))
    }

    private func place(_ key: String) -> ConfigKey { ConfigKey(prefix + parts(of: key)) }

    private func parts(of key: String) -> [String] { key.isEmpty ? [] : ConfigKey(key).components }

    /// Describes the value of a key, of whichever type it is; nil: there is none.
    ///
    /// A reader returns nil both for a missing value and for a value of another type. So all types are tried.
    private func found(_ key: ConfigKey, isSecret: Bool) -> (text: String, origin: ValueOrigin?)? {
        let types: [any ConfigurationValue.Type] = [
            String.self, Int.self, Double.self, Bool.self, [String].self, [Int].self, [Double].self, [Bool].self,
        ]
        for type in types {
            let (text, origin) = Watch.watch(isSilent: true) { type.text(snapshot, key, isSecret) }
            if let text { return (shown(text, "a value of type \(type)", isSecret, origin), origin) }
        }
        let (bytes, origin) = Watch.watch(isSilent: true) { snapshot.bytes(forKey: key, isSecret: isSecret) }
        return bytes == nil ? nil : ("bytes", origin)
    }

    /// The text of a value, if it is known not to be a secret.
    private func shown(_ text: String, _ type: String, _ isSecret: Bool, _ origin: ValueOrigin?) -> String {
        if isSecret || origin?.value?.isSecret == true { return "a secret of another form" }
        return origin == nil ? type : text
    }
}

extension ConfigurationValue {
    fileprivate static func text(_ snapshot: ConfigSnapshotReader, _ key: ConfigKey, _ isSecret: Bool) -> String? {
        read(snapshot, key, isSecret: isSecret).map { value in
            (value as? String).map { "\"\($0)\"" } ?? "\(value)"
        }
    }
}
#endif
