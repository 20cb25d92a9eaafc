// The keys of a settings struct.

#if Configuration
/// One parameter of a settings struct's initializer, and the key that it is read from.
///
/// ```swift
/// Settings(
///     PoolSettings.init, at: "pool",
///     .key("size", default: 10, in: 1...500),                          // pool.size
///     .key("mode"),                                                    // an enumeration; required
///     .key("host"),                                                    // String?: nil if it is missing
///     .secret("password"),                                             // Secret<String>
///     .group(TLSSettings.init, at: "tls", .key("certificate")))        // pool.tls.certificate
/// ```
///
/// A list of settings names all parameters of the initializer, in its order.
public struct Setting<Value: Sendable>: Sendable {
    /// Reads the value; nil: it is bad, and the fault is noted.
    let read: @Sendable (SettingsReading) -> Value?
}

extension Setting where Value: ConfigurationValue {
    /// The value of a key.
    ///
    /// - Parameters:
    ///   - key: The key after the prefix of the settings.
    ///   - fallback: The value if the configuration has none. Nil: the configuration must have a value.
    public static func key(_ key: String, default fallback: Value? = nil) -> Setting {
        Setting { $0.required(key, default: fallback) }
    }

    /// The value of a key, in a range.
    ///
    /// - Parameters:
    ///   - key: The key after the prefix of the settings.
    ///   - fallback: The value if the configuration has none. Nil: the configuration must have a value.
    ///   - range: The accepted values.
    public static func key<R: RangeExpression<Value> & Sendable>(
        _ key: String, default fallback: Value? = nil, in range: R
    ) -> Setting {
        .key(key, default: fallback, expecting: "\(Value.expectation) in \(range)") { range.contains($0) }
    }

    /// The value of a key that a closure accepts.
    ///
    /// ```swift
    /// .key("proxy", expecting: "an https address") { $0.hasPrefix("https://") }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key after the prefix of the settings.
    ///   - fallback: The value if the configuration has none. Nil: the configuration must have a value.
    ///   - expected: The accepted values, for errors.
    ///   - accepts: Whether a value is accepted. It runs at the start and at every reload.
    public static func key(
        _ key: String, default fallback: Value? = nil, expecting expected: String,
        _ accepts: @escaping @Sendable (Value) -> Bool
    ) -> Setting {
        Setting { $0.required(key, default: fallback, expected: expected, accepts: accepts) }
    }
}

extension Setting {
    /// The value of a key that may be missing.
    ///
    /// - Parameter key: The key after the prefix of the settings.
    public static func key<Wrapped: ConfigurationValue>(_ key: String) -> Setting where Value == Wrapped? {
        Setting { reading in
            switch reading.value(key, as: Wrapped.self) {
            case .value(let value): .some(value)
            case .missing: .some(nil)
            case .bad: nil
            }
        }
    }

    /// The value of a key that must never be printed.
    ///
    /// Neither errors nor the configuration's access log nor the ``Secret`` show it.
    ///
    /// - Parameter key: The key after the prefix of the settings.
    public static func secret<Hidden: ConfigurationValue>(_ key: String) -> Setting where Value == Secret<Hidden> {
        Setting { reading in
            reading.required(key, as: Hidden.self, isSecret: true, expected: "a secret \(Hidden.expectation)")
                .map(Secret.init)
        }
    }

    /// The value of a key that must never be printed, and that may be missing.
    ///
    /// - Parameter key: The key after the prefix of the settings.
    public static func secret<Hidden: ConfigurationValue>(_ key: String) -> Setting where Value == Secret<Hidden>? {
        Setting { reading in
            let expected = "a secret \(Hidden.expectation)"
            switch reading.value(key, as: Hidden.self, isSecret: true, expected: expected) {
            case .value(let value): return .some(Secret(value))
            case .missing: return .some(nil)
            case .bad: return nil
            }
        }
    }

    /// A struct whose keys have a further prefix.
    ///
    /// - Parameters:
    ///   - make: The initializer of the struct. If it throws, the error is one of the faults of the configuration: so it
    ///     can check one key against another.
    ///   - prefix: The prefix of its keys, after the prefix of the settings around it; empty: none.
    ///   - keys: The keys of its parameters.
    public static func group<each Key: Sendable>(
        _ make: @escaping @Sendable (repeat each Key) throws -> Value, at prefix: String,
        _ keys: repeat Setting<each Key>
    ) -> Setting {
        let keys = (repeat each keys)
        return Setting { reading in
            reading.under(prefix) {
                // All keys are read, whether or not an earlier one is bad.
                let values = (repeat (each keys).read(reading))
                var isWhole = true
                repeat isWhole = isWhole && isPresent(each values)
                guard isWhole else { return nil }
                do {
                    return try make(repeat (each values)!)
                } catch {
                    reading.noteRefusal(error, of: Value.self)
                    return nil
                }
            }
        }
    }
}

/// Whether an optional has a value, also if the value is itself an optional.
private func isPresent<T>(_ value: T?) -> Bool {
    if case .some = value { true } else { false }
}
#endif
