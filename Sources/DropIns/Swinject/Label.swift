// What tells an entry from others of its type.

internal import ArmoryCore
internal import ArmoryRegistry

/// A further part of the key of a registration, for extensions of this library.
public protocol ServiceKeyOption: CustomStringConvertible, Sendable {
    /// Returns whether two options are the same.
    func isEqualTo(_ another: any ServiceKeyOption) -> Bool

    /// Hashes the option; equal options must have equal hashes.
    func hash(into: inout Hasher)
}

/// The parts of an entry's key except the type of the service, and the location of the entry.
struct Label: Sendable {
    /// The type of the factory's parameter: `Resolver`, or a tuple that begins with it.
    let argumentsType: any Any.Type
    let name: String?
    let option: (any ServiceKeyOption)?
    let location: CodeLocation?

    init(
        _ argumentsType: any Any.Type, _ name: String?, _ option: (any ServiceKeyOption)?,
        _ location: CodeLocation? = nil
    ) {
        self.argumentsType = argumentsType
        self.name = name
        self.option = option
        self.location = location
    }

    /// Whether the factory takes arguments besides the resolver.
    var takesArguments: Bool { argumentsType != (any Resolver).self }

    /// The key of a service with this label.
    ///
    /// The types of the arguments make another type of the service's, so that a lookup compares types alone.
    func key(of service: any Any.Type) -> EntryKey {
        EntryKey(
            takesArguments ? Self.taking(argumentsType, service) : service, name.map { RegistrationName($0) },
            further: option.map { Qualifier(OptionKey(option: $0)) })
    }

    /// The key in messages.
    func shown(of service: any Any.Type) -> ServiceKey {
        guard takesArguments || option != nil else {
            return ServiceKey(service, qualifier: name.map { RegistrationName($0).qualifier })
        }
        return ServiceKey(service, qualifier: Qualifier(ShownLabel(label: self)))
    }

    private static func taking(_ arguments: any Any.Type, _ service: any Any.Type) -> any Any.Type {
        func type<Arguments, Service>(_ arguments: Arguments.Type, _ service: Service.Type) -> any Any.Type {
            Taken<Arguments, Service>.self
        }
        return type(arguments, service)
    }

    /// The description of an entry in the words of Swinject.
    func describe(
        _ serviceType: any Any.Type, as type: any Any.Type, in scope: (any ObjectScopeProtocol)?, completions: Int
    ) -> String {
        let parts = [
            "Service: \(serviceType)", name.map { "Name: \"\($0)\"" }, option.map { "\($0)" },
            "Factory: \(argumentsType) -> \(type)", scope.map { "ObjectScope: \($0)" },
            completions == 0 ? nil : "InitCompleted: Specified \(completions) closures",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

/// The type of the keys of a service's entries that take arguments.
private enum Taken<Arguments, Service> {}

/// The option of an entry, as a part of its key.
private struct OptionKey: Hashable, Sendable {
    let option: any ServiceKeyOption

    static func == (left: OptionKey, right: OptionKey) -> Bool { left.option.isEqualTo(right.option) }

    func hash(into hasher: inout Hasher) { option.hash(into: &hasher) }
}

/// What messages say of the arguments and the option of an entry; put together when a message is.
private struct ShownLabel: Hashable, Sendable, QualifierDescribing {
    let label: Label

    var qualifierDescription: String {
        let parts = [
            label.name.map { "named \"\($0)\"" }, label.option.map { "with option \($0)" },
            label.takesArguments ? "taking \(label.argumentsType)" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    static func == (left: ShownLabel, right: ShownLabel) -> Bool {
        left.label.argumentsType == right.label.argumentsType && left.label.name == right.label.name
            && left.label.option.map { OptionKey(option: $0) } == right.label.option.map { OptionKey(option: $0) }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(label.argumentsType))
        hasher.combine(label.name)
    }
}
