// Why a key leads to one registration, as a value.

public import Armory
import Foundation

/// Why a key leads to a registration in a container, or to none.
///
/// `Container.reason(for:)` creates it. Its ``description`` is text for terminals, and ``json()`` has the fields of this type.
/// It holds texts only, no registration and no value of an environment variable.
public struct KeyReason: Hashable, Sendable, Codable {
    /// A registration in the source.
    public struct Registration: Hashable, Sendable, Codable {
        /// The file, in the form of `#fileID`.
        public var file: String
        /// The line in the file.
        public var line: Int
        /// The modules that lead to it, outermost first; empty: it is in no module.
        public var modules: [String]

        package init(file: String, line: Int, modules: [String]) {
            (self.file, self.line, self.modules) = (file, line, modules)
        }
    }

    /// What provides the instances.
    public enum Origin: String, Hashable, Sendable, Codable {
        /// The factory of the registration.
        case factory
        /// The registration contains the instance.
        case value
        /// The scope receives the instance when it is opened.
        case seed
        /// One of several registrations, which is chosen in each scope.
        case choice
        /// An adapter, from the instance of another registration.
        case adapter
        /// The instance of another registration, of which the key has a further type.
        case alias
        /// The type itself, because nothing is registered.
        case justInTime
        /// Nothing: the key is not registered.
        case missing
    }

    /// The container that has the registration.
    public enum Owner: String, Hashable, Sendable, Codable {
        /// The container itself; of a scope the container in which it is open.
        case own
        /// A container that this one overrides.
        case base
        /// A parent, or a parent's parent.
        case parent
    }

    /// A condition, without the values of variables.
    public struct Condition: Hashable, Sendable, Codable {
        /// Whether it holds.
        public var isMet: Bool
        /// Whether it has read all variables.
        public var readsWholeEnvironment: Bool
        /// The variables that it has read, and whether each is set.
        public var variables: [String: Bool]

        package init(isMet: Bool, readsWholeEnvironment: Bool, variables: [String: Bool]) {
            (self.isMet, self.readsWholeEnvironment, self.variables) = (isMet, readsWholeEnvironment, variables)
        }
    }

    /// A decorator or an interceptor around the instances.
    public struct Layer: Hashable, Sendable, Codable {
        /// `decorator` or `interceptor`.
        public var kind: String
        /// The file, in the form of `#fileID`.
        public var file: String
        /// The line in the file.
        public var line: Int
        /// The module that contains it.
        public var module: String?

        package init(kind: String, file: String, line: Int, module: String?) {
            (self.kind, self.file, self.line, self.module) = (kind, file, line, module)
        }
    }

    /// A registration of the key that is not used here.
    public struct Loser: Hashable, Sendable, Codable {
        /// The registration.
        public var registration: Registration
        /// A reason of `ConditionInfo.Reason`; or `overridden`, for one of the base; or `hidden`, for one of a parent.
        public var reason: String
        /// The reason in words.
        public var explanation: String

        package init(registration: Registration, reason: String, explanation: String) {
            (self.registration, self.reason, self.explanation) = (registration, reason, explanation)
        }
    }

    /// A registration that asks for the key.
    public struct Asker: Hashable, Sendable, Codable {
        /// Its key.
        public var key: String
        /// Its lifetime, such as `scoped in request`.
        public var lifetime: String
        /// When it resolves the key.
        public var time: ContainerGraph.Edge.Time
        /// How the dependency is known.
        public var origin: ContainerGraph.Edge.Origin
        /// Whether it can do without.
        public var isOptional: Bool

        package init(
            key: String, lifetime: String, time: ContainerGraph.Edge.Time, origin: ContainerGraph.Edge.Origin,
            isOptional: Bool
        ) {
            (self.key, self.lifetime, self.time) = (key, lifetime, time)
            (self.origin, self.isOptional) = (origin, isOptional)
        }
    }

    /// Where a path of requests begins.
    public enum Entry: String, Hashable, Sendable, Codable {
        /// At a registration that is marked with `root()`.
        case root
        /// At an eager registration.
        case eager
        /// At a registration that no other one needs.
        case unneeded
    }

    /// The key, as the graph shows it.
    public var key: String
    /// What provides the instances.
    public var origin: Origin
    /// The registration; nil: it is missing, or its type creates itself just in time.
    public var registration: Registration?
    /// The lifetime of the instances, such as `scoped in request`.
    public var lifetime: String?
    /// The container that has the registration.
    public var owner: Owner?
    /// The module in which the key is private.
    public var privateIn: String?
    /// Whether only lists and maps of the type have it, so that the key itself does not lead to it.
    public var isForListsOnly = false
    /// Its condition, which holds; nil: it has none.
    public var condition: Condition?
    /// The interceptors and decorators around each instance, innermost first.
    public var layers: [Layer] = []
    /// The other registrations of the key, which are not used here.
    public var losers: [Loser] = []
    /// The registrations that ask for the key.
    public var askers: [Asker] = []
    /// The keys of a shortest path from an entry to this key, both included; empty: no entry leads to it.
    public var path: [String] = []
    /// What makes the first key of the path an entry.
    public var entry: Entry?
    /// Similar keys, if nothing is registered for this one.
    public var near: [String] = []

    package init(key: String, origin: Origin) { (self.key, self.origin) = (key, origin) }

    /// Whether something provides the instances.
    public var isServed: Bool { origin != .missing }

    /// The reason as JSON text: the fields of this type, with sorted keys and one value per line, without those that are nil.
    public func json() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers and truths can always be encoded.
        let data = (try? encoder.encode(self)) ?? Data("{}".utf8)
        return String(decoding: data, as: UTF8.self)
    }
}

extension KeyReason.Registration {
    init(_ registration: RegistrationInfo, modules: [String]) {
        self.init(file: registration.location.fileID, line: registration.location.line, modules: modules)
    }

    /// The file and the line: `Shop/Wiring.swift:12`.
    public var place: String { "\(file):\(line)" }
}
