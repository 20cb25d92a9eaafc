// Registrations of settings structs.

#if Configuration
public import Armory
internal import Configuration

/// A registration of a struct whose properties are read from the keys under a prefix.
///
/// ```swift
/// struct PoolSettings: Equatable, Sendable {
///     let size: Int
///     let mode: Mode
///     let password: Secret<String>
/// }
///
/// let container = try Container {
///     Singleton(configuration: ["the environment": EnvironmentVariablesProvider()])
///     Settings(
///         PoolSettings.init, at: "pool",
///         .key("size", default: 10, in: 1...500), .key("mode"), .secret("password"))
///     Singleton(Pool.init)  // init(settings: PoolSettings)
/// }
/// ```
///
/// All settings of a container are read from one snapshot of the registered `ConfigReader` when the container is built.
/// If any key is bad, its error has a ``ConfigurationFaults`` with all bad keys of all settings.
///
/// The struct is a singleton, which does not change. To follow changes of the configuration, see ``reloadable(in:)``.
public struct Settings<Value: Sendable>: ModuleElement {
    private let setting: Setting<Value>
    private let binding: Binding
    private var name: RegistrationName?

    /// Registers a struct by its initializer and the keys of the initializer's parameters.
    ///
    /// - Parameters:
    ///   - make: The initializer. If it throws, the error is one of the faults of the configuration: so it can check one
    ///     key against another. It runs at the start and at every reload, and resolves nothing.
    ///   - prefix: The prefix of the keys; empty: none.
    ///   - keys: The keys of all parameters, in their order.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init<each Key: Sendable>(
        _ make: @escaping @Sendable (repeat each Key) throws -> Value, at prefix: String = "",
        _ keys: repeat Setting<each Key>, fileID: StaticString = #fileID, line: Int = #line
    ) {
        setting = .group(make, at: prefix, repeat each keys)
        binding = Binding(fileID: fileID, line: line)
    }

    /// Returns the registration under a name, for a second struct of the same type.
    public func named(_ name: RegistrationName) -> Settings {
        var copy = self
        copy.name = name
        return copy
    }

    /// The registrations.
    public var moduleContent: Plumbing.ModuleContent {
        let reader = SettingsReader(setting, at: binding.location, isSame: nil)
        return content {
            LiveConfiguration.registration(at: binding)
            reader.registration
            Singleton(Value.self, fileID: binding.fileID, line: binding.line) { resolver in
                try resolver.resolve(LiveConfiguration.self).versions.version(of: reader).value
            }
            .dependsOn(LiveConfiguration.self).named(ifAny: name).eager()
        }
    }
}

extension Settings where Value: Equatable {
    /// Returns the settings as a registration that follows reloads of the configuration.
    ///
    /// A request takes `Value`, which does not change until the request ends. A singleton takes ``Live``: validation
    /// refuses a singleton that takes `Value`, because it would keep it for good.
    ///
    /// ```swift
    /// Settings(PoolSettings.init, at: "pool", .key("size")).reloadable()
    /// Scoped(Checkout.init)    // init(settings: PoolSettings)
    /// Singleton(Mailer.init)   // init(settings: Live<PoolSettings>)
    /// ```
    ///
    /// - Parameter tag: The tag of the scopes in which `Value` is constant.
    public func reloadable(in tag: ScopeTag = .request) -> Reloadable<Value> {
        let reader = SettingsReader(setting, at: binding.location) { $0 == $1 }
        var registration = Reloadable<Value>(at: binding, in: tag) { options in
            reader.registration
            Singleton(Live<Value>.self, fileID: options.binding.fileID, line: options.binding.line) { resolver in
                try options.observed(resolver.resolve(LiveConfiguration.self).live(of: reader))
            }
            .dependsOn(LiveConfiguration.self).named(ifAny: options.name).eager()
            Scoped(SettingsVersions.self) { try $0.resolve(LiveConfiguration.self).versions }
                .dependsOn(LiveConfiguration.self).named(RegistrationName(options.tag)).in(options.tag).ifAbsent()
            Scoped(Value.self, fileID: options.binding.fileID, line: options.binding.line) { resolver in
                try resolver.resolve(SettingsVersions.self, named: RegistrationName(options.tag)).version(of: reader)
                    .value
            }
            .dependsOn(SettingsVersions.self, named: RegistrationName(options.tag)).in(options.tag).named(
                ifAny: options.name)
        }
        registration.options.name = name
        return registration
    }
}

/// How settings of one registration are read.
protocol AnySettingsReader: AnyObject, Sendable {
    /// Whether a reload reads them again.
    var isReloadable: Bool { get }
    /// Reads the settings; nil: some key is bad, and the faults are noted.
    func read(_ reading: SettingsReading) -> AnyVersion?
    /// Whether two versions have equal values.
    func isSame(_ old: AnyVersion, _ new: AnyVersion) -> Bool
}

final class SettingsReader<Value: Sendable>: AnySettingsReader {
    private let setting: Setting<Value>
    private let areEqual: (@Sendable (Value, Value) -> Bool)?
    private let location: CodeLocation

    /// - Parameter areEqual: Nil: the settings are not reloadable.
    init(_ setting: Setting<Value>, at location: CodeLocation, isSame areEqual: (@Sendable (Value, Value) -> Bool)?) {
        (self.setting, self.location) = (setting, location)
        self.areEqual = areEqual
    }

    /// Makes the reader one of those that the container's `LiveConfiguration` finds.
    var registration: some ModuleElement {
        Singleton((any AnySettingsReader).self, value: self).contributed()
            .addingHook(ConfiguredKeys(location: location) { [setting] in _ = setting.read($0) })
    }

    var isReloadable: Bool { areEqual != nil }

    func read(_ reading: SettingsReading) -> AnyVersion? {
        reading.location = location
        return setting.read(reading).map { Version($0) }
    }

    func isSame(_ old: AnyVersion, _ new: AnyVersion) -> Bool {
        areEqual?(Version<Value>.of(old).value, Version<Value>.of(new).value) ?? true
    }
}

extension LiveConfiguration {
    /// Makes the `Live` of reloadable settings.
    fileprivate func live<Value>(of reader: SettingsReader<Value>) -> Live<Value> {
        while true {
            let version = ownVersions.version(of: reader)
            let live = Live(version, closings: Closings(awaits: false)) { plan, current in
                let new = plan.versions.version(of: reader)
                return reader.isSame(current, new) ? nil : new
            }
            if add(live, if: { ownVersions.version(of: reader) === version }) { return live }
        }
    }
}

/// The place of a registration in the source.
struct Binding: Sendable {
    let fileID: StaticString
    let line: Int

    var location: CodeLocation { CodeLocation(fileID: fileID, line: line) }
}

/// Several registrations as one element.
func content(@ModuleBuilder _ parts: () -> [any ModuleElement]) -> Plumbing.ModuleContent {
    ModuleBuilder.buildExpression(parts()).moduleContent
}

extension Registration {
    func named(ifAny name: RegistrationName?) -> Self { name.map { named($0) } ?? self }
}
#endif
