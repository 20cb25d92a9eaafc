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
    /// default, or a value of another type, the container's error has a `ConfigurationFaults` with all bad keys of the
    /// container. For several keys that belong together, see `Settings`.
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
        self.init(reading: Setting<Instance>.key(key, default: fallback), key, fileID, line)
        self = eager()
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
        self.init(reading: Setting<Instance?>.key(key), key, fileID, line) { value in
            guard let value else { throw Declined("the configuration has no value for \"\(key)\"") }
            return value
        }
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
        self.init(reading: Setting<Secret<Value>>.secret(key), key, fileID, line)
        self = eager()
    }

    fileprivate init<Value>(
        reading setting: Setting<Value>, _ key: String, _ fileID: StaticString, _ line: Int,
        _ make: @escaping @Sendable (Value) throws -> Instance
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        self = Singleton(Instance.self, fileID: fileID, line: line) { resolver in
            try make(resolver.reading(resolver.resolve(ConfigReader.self), at: location) { setting.read($0) })
        }
        .addingHook(ConfiguredKeys(location: location) { _ = setting.read($0) })
        .dependsOn(ConfigReader.self).named(RegistrationName(key))
    }

    fileprivate init(reading setting: Setting<Instance>, _ key: String, _ fileID: StaticString, _ line: Int) {
        self.init(reading: setting, key, fileID, line) { $0 }
    }
}
#endif
