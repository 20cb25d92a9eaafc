// Registrations of configuration values, named after their keys.

#if Configuration
public import Armory
internal import Configuration

extension Singleton where Instance: ConfigurationValue {
    /// Registers the value of a configuration key, with the key as its name.
    ///
    /// ```swift
    /// let container = try Container {
    ///     Singleton(value: ConfigReader(provider: EnvironmentVariablesProvider()))
    ///     Singleton(configured: "db.path", as: String.self)                  // has to be there
    ///     Singleton(configured: "http.port", as: Int.self, default: 8080)
    ///     Singleton(Server.init, .named("http.port"))
    /// }
    /// ```
    ///
    /// The value is read from the registered `ConfigReader` when the container is built. If there is no value and no
    /// default, or a value of another type, the container's error names the key.
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
            guard let value = try type.value(in: resolver(ConfigReader.self), key) ?? fallback else {
                throw ConfigurationFault(key: key, reason: .missing, type: "\(type)")
            }
            return value
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
            guard let value = try type.value(in: resolver(ConfigReader.self), key) else {
                throw Declined("the configuration has no value for \"\(key)\"")
            }
            return value
        }
        .dependsOn(ConfigReader.self).named(Name(key))
    }
}

extension Singleton {
    /// Registers the value of a configuration key that must never be printed.
    ///
    /// Neither the provider's access log nor the ``Secret`` shows the value. Otherwise this works like
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
            guard let value = try type.value(in: resolver(ConfigReader.self), key, isSecret: true) else {
                throw ConfigurationFault(key: key, reason: .missing, type: "\(type)")
            }
            return Secret(value)
        }
        .configured(key)
    }

    private func configured(_ key: String) -> Self {
        dependsOn(ConfigReader.self).named(Name(key)).eager()
    }
}

extension ConfigurationValue {
    /// Reads the value of a key; nil if there is none.
    fileprivate static func value(in reader: ConfigReader, _ key: String, isSecret: Bool = false) throws -> Self? {
        let place = ConfigKey(key)
        if let value = read(reader, place, isSecret: isSecret) { return value }
        // A reader returns nil both for a missing value and for a value of another type. So try all types.
        let types: [any ConfigurationValue.Type] = [
            String.self, Int.self, Double.self, Bool.self, [String].self, [Int].self,
        ]
        guard types.allSatisfy({ $0.isMissing(reader, place, isSecret) }) else {
            throw ConfigurationFault(key: key, reason: .unreadable, type: "\(Self.self)")
        }
        return nil
    }

    private static func isMissing(_ reader: ConfigReader, _ key: ConfigKey, _ isSecret: Bool) -> Bool {
        read(reader, key, isSecret: isSecret) == nil
    }
}
#endif
