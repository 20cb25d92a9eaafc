// Where a value comes from.
//
// A `ConfigReader` tells only its access reporter which provider has answered, and whether the value is a secret. So
// `Singleton(configuration:)` creates the reader with a reporter of this library:
//
//     SettingsReading --> ConfigSnapshotReader --> providers
//           ^                     |
//           |                     v
//        Watch  <----------- OriginReporter --> the user's reporter
//
// The reporter is called on the thread that reads, before the read returns.

#if Configuration
public import Armory
public import Configuration

extension Singleton where Instance == ConfigReader {
    /// Registers the configuration's reader, with a name for each provider that errors use.
    ///
    /// ```swift
    /// Singleton(configuration: [
    ///     "the environment": EnvironmentVariablesProvider(),
    ///     "/etc/shop.json": try await ReloadingFileProvider<JSONSnapshot>(filePath: "/etc/shop.json"),
    /// ])
    /// ```
    ///
    /// A reader that is registered with `Singleton(value:)` works as well. Its errors name all providers, and the type
    /// of a bad value instead of the value, because such a reader does not tell whether a value is a secret.
    ///
    /// - Parameters:
    ///   - providers: The providers with their names, for example the path of a file. The first one that has a key is
    ///     used. At least one.
    ///   - accessReporter: Receives an event for each value that is read.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init(
        configuration providers: KeyValuePairs<String, any ConfigProvider>,
        accessReporter: (any AccessReporter)? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        let reporter = OriginReporter(names: providers.map(\.key), next: accessReporter)
        self.init(
            value: ConfigReader(providers: providers.map(\.value), accessReporter: reporter), fileID: fileID, line: line
        )
    }
}

/// What a provider has answered to the last read.
struct ValueOrigin: Sendable {
    /// The provider's name; otherwise the names of all providers that were searched, with spellings other than ``spelling``.
    let description: String
    /// The key as the operator sets it; nil: as the program writes it.
    let spelling: String?
    /// Nil: no provider has the key, or it has a value of another type.
    let value: ConfigValue?
    /// Whether a provider has failed, for example because the value is of another type.
    let hasFailed: Bool
}

private struct OriginReporter: AccessReporter {
    let names: [String]
    let next: (any AccessReporter)?

    func report(_ event: AccessEvent) {
        let watch = Watch.current
        if watch?.isSilent != true { next?.report(event) }
        watch?.set(origin(event))
    }

    private func origin(_ event: AccessEvent) -> ValueOrigin {
        // The reader asks one provider after the other, and stops at the first that has the key or fails.
        let last = event.providerResults.last
        let name = names.indices.contains(event.providerResults.count - 1) ? names[event.providerResults.count - 1] : ""
        switch last?.result {
        case .success(let answer) where answer.value != nil:
            return ValueOrigin(
                description: name, spelling: answer.encodedKey, value: answer.value, hasFailed: false)
        case .failure: return ValueOrigin(description: name, spelling: nil, value: nil, hasFailed: true)
        case .success, nil: return missing(event)
        }
    }

    /// A key that no provider has: each has said how it spells it.
    private func missing(_ event: AccessEvent) -> ValueOrigin {
        let key = "\(event.metadata.key)"
        let spellings = event.providerResults.map { (try? $0.result.get())?.encodedKey ?? key }
        let spelling = spellings.first { $0 != key }
        let searched = zip(names, spellings).map { $1 == key || $1 == spelling ? $0 : "\($0) (\($1))" }
        return ValueOrigin(
            description: searched.joined(separator: ", "), spelling: spelling, value: nil, hasFailed: false)
    }
}

/// The reads of one key.
final class Watch: @unchecked Sendable {  // Used by the thread that reads only.
    @TaskLocal static var current: Watch?

    /// Whether the user's reporter is not notified, because the read only describes a value for an error.
    let isSilent: Bool
    /// Nil: the reader was not registered with `Singleton(configuration:)`.
    private(set) var origin: ValueOrigin?

    init(isSilent: Bool) { self.isSilent = isSilent }

    func set(_ origin: ValueOrigin) { self.origin = origin }

    /// Calls `body`, and returns its result with the origin of the last value that it has read.
    static func watch<R>(isSilent: Bool = false, _ body: () -> R) -> (R, ValueOrigin?) {
        let watch = Watch(isSilent: isSilent)
        return ($current.withValue(watch, operation: body), watch.origin)
    }
}
#endif
