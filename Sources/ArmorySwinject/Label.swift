// What tells an entry from others of its type.

internal import Armory

/// A further part of the key of a registration, for extensions of this library.
public protocol ServiceKeyOption: CustomStringConvertible {
    /// Returns whether two options are the same.
    func isEqualTo(_ another: any ServiceKeyOption) -> Bool

    /// Hashes the option; equal options must have equal hashes.
    func hash(into: inout Hasher)
}

/// The parts of an entry's key except the type of the service, and the location of the entry.
struct Label {
    /// The type of the factory's parameter: `Resolver`, or a tuple that begins with it.
    let argumentsType: any Any.Type
    let name: String?
    let option: (any ServiceKeyOption)?
    let location: SourceLocation

    init(
        _ argumentsType: any Any.Type, _ name: String?, _ option: (any ServiceKeyOption)?,
        _ location: SourceLocation = SourceLocation()
    ) {
        self.argumentsType = argumentsType
        self.name = name
        self.option = option
        self.location = location
    }

    /// Whether the factory takes arguments besides the resolver.
    var takesArguments: Bool { argumentsType != (any Resolver).self }

    /// The qualifier in the engine; nil for an unnamed entry without arguments.
    var qualifier: AnyQualifier? {
        if takesArguments || option != nil { return Qualifier(EntryKey(self)) }
        return name.map { Qualifier(Name($0)) }
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

/// The qualifier of an entry with arguments or an option, or of one that another entry has displaced.
struct EntryKey: Hashable, @unchecked Sendable {  // Immutable; any thread may compare options, as it may call factories.
    private let argumentsType: any Any.Type
    private let name: String?
    private let option: (any ServiceKeyOption)?
    /// The displaced entry; nil for an entry under its own key.
    private let displaced: ObjectIdentifier?

    init(_ label: Label, displaced: AnyObject? = nil) {
        argumentsType = label.argumentsType
        name = label.name
        option = label.option
        self.displaced = displaced.map { ObjectIdentifier($0) }
    }

    var isDisplaced: Bool { displaced != nil }

    static func == (left: EntryKey, right: EntryKey) -> Bool {
        guard left.argumentsType == right.argumentsType, left.name == right.name, left.displaced == right.displaced
        else { return false }
        guard let option = left.option, let other = right.option else {
            return left.option == nil && right.option == nil
        }
        return option.isEqualTo(other)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(argumentsType))
        hasher.combine(name)
        option?.hash(into: &hasher)
    }
}

extension ServiceKey {
    /// Whether an entry has this key because another entry has displaced it.
    var isOfDisplaced: Bool { qualifier?.value(as: EntryKey.self)?.isDisplaced ?? false }
}

extension EntryKey: QualifierDescribing {
    package var qualifierDescription: String {
        let parts = [
            name.map { "named \"\($0)\"" }, option.map { "with option \($0)" },
            argumentsType == (any Resolver).self ? nil : "taking \(argumentsType)",
            displaced == nil ? nil : "displaced by another entry",
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
