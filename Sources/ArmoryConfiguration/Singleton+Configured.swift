// Configuration values as registrations, under their keys as names.

#if Configuration
public import Armory
internal import Configuration

extension Singleton where Instance: ConfigurationValue {
    /// Registers the value of a configuration key, under the key as its name.
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
    /// It is read from the registered `ConfigReader` when the container is built. Where there is no value and no default, or one of
    /// another type, the container's error names the key.
    ///
    /// - Parameters:
    ///   - key: The key, with dots between its parts.
    ///   - type: The type of the value.
    ///   - fallback: The value where the configuration has none; nil: it has to.
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

    /// The same for what may be missing: then nothing is found under the key.
    ///
    /// Who asks for an optional is given nil; for others it is `ResolutionError.Code.declined`.
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
        // Not eager: what is not there is not asked for.
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
    /// Registers the value of a configuration key that nothing may print.
    ///
    /// The provider's access log does not show it, and neither does a ``Secret``. All else is as for
    /// ``Armory/Singleton/init(configured:as:default:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - key: The key, with dots between its parts.
    ///   - type: The type of the value inside.
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
    /// The value under a key; nil where there is none.
    fileprivate static func value(in reader: ConfigReader, _ key: String, isSecret: Bool = false) throws -> Self? {
        let place = ConfigKey(key)
        if let value = read(reader, place, isSecret: isSecret) { return value }
        // A reader does not tell what is missing from what is of another type.
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
