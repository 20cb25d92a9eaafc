// Registrations of single configuration values, named after their keys.

#if Configuration
public import Armory
internal import Configuration

extension Singleton where Instance: ConfigurationValue {
    /// Registers the value of a configuration key, with the key as its name.
    ///
    /// ```swift
    /// let container = try Container {
    ///     Singleton(configuration: ["the environment": EnvironmentVariablesProvider()])
    ///     Singleton(configured: "db.path", as: String.self)                  // has to be there
    ///     Singleton(configured: "http.port", as: Int.self, default: 8080)
    ///     Singleton(Server.init, .named("http.port"))
    /// }
    /// ```
    ///
    /// The value is read from the registered `ConfigReader` when the container is built. If there is no value and no
    /// default, or a value of another type, the container's error has a `ConfigurationFaults`. For several keys that
    /// belong together, see `Settings`, which reports all bad keys at once.
    ///
    /// - Parameters:
    ///   - key: The key, with dots between its parts.
    ///   - type: The type of the value.
    ///   - fallback: The value to use if the configuration has none. Nil: the configuration must have a value.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init(
        configured key: String, as type: Instance.Type = Instance.self, default fallback: Instance? = nil,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self = Singleton(type, fileID: fileID, line: line) { resolver in
            try SettingsReading.read(resolver.resolve(ConfigReader.self)) { $0.required(key, default: fallback) }
        }
        .configured(key)
    }

    /// Registers the value of a configuration key that may be missing, with the key as its name.
    ///
    /// If the value is missing, resolving an optional returns nil, and any other resolve throws
    /// `ResolutionError.Code.declined`.
    ///
    /// - Parameters:
    ///   - key: The key, with dots between its parts.
    ///   - type: The type of the value.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init(
        configuredIfPresent key: String, as type: Instance.Type = Instance.self,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        // Not eager: building the container must not resolve a value that may be missing.
        self = Singleton(type, fileID: fileID, line: line) { resolver in
            let value = try SettingsReading.read(resolver.resolve(ConfigReader.self)) {
                Setting<Instance?>.key(key).read($0)
            }
            guard let value else { throw Declined("the configuration has no value for \"\(key)\"") }
            return value
        }
        .dependsOn(ConfigReader.self).named(RegistrationName(key))
    }
}

extension Singleton {
    /// Registers the value of a configuration key that must never be printed.
    ///
    /// Neither the provider's access log nor the `Secret` shows the value. Otherwise this works like
    /// ``Armory/Singleton/init(configured:as:default:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - key: The key, with dots between its parts.
    ///   - type: The type of the value inside the secret.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init<Value: ConfigurationValue>(
        secret key: String, as type: Value.Type = Value.self, fileID: StaticString = #fileID, line: Int = #line
    ) where Instance == Secret<Value> {
        self = Singleton(Secret<Value>.self, fileID: fileID, line: line) { resolver in
            try SettingsReading.read(resolver.resolve(ConfigReader.self)) {
                Setting<Secret<Value>>.secret(key).read($0)
            }
        }
        .configured(key)
    }

    private func configured(_ key: String) -> Self {
        dependsOn(ConfigReader.self).named(RegistrationName(key)).eager()
    }
}

extension SettingsReading {
    /// Reads one value, and throws its fault.
    fileprivate static func read<V>(_ reader: ConfigReader, _ body: (SettingsReading) -> V?) throws -> V {
        let reading = SettingsReading(reader.snapshot())
        guard let value = body(reading) else { throw ConfigurationFaults(faults: reading.faults) }
        return value
    }
}
#endif
