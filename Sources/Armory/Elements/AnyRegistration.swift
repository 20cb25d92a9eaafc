/// A registration without its type, as modules and plans use it.
package struct AnyRegistration: ModuleElement {
    /// The record that a plan gets; registrations may share it.
    package var record: Record
    /// The module that contains it.
    private(set) var module: ModuleIdentity?
    private var rest = Rest.usual(.unknown)

    init(_ record: Record) { self.record = record }

    /// One word: with a word more, each registration on its way into a module would be in memory of its own.
    private enum Rest: Sendable {
        /// Whether the type of the instances is `Sendable`, as far as the compiler has seen it.
        case usual(SendableNote)
        /// What few registrations have, and the same.
        case boxed(RecordNotes)
    }

    private var box: RecordNotes? { if case .boxed(let box) = rest { box } else { nil } }

    /// Whether the type of the instances is `Sendable`, as far as the compiler has seen it.
    var sendability: SendableNote {
        switch rest {
        case .usual(let sendability): sendability
        case .boxed(let box): box.notes.sendability
        }
    }

    /// What the features know of it.
    var notes: Notes {
        get {
            var notes = box?.notes ?? .none
            (notes.module, notes.sendability) = (module, sendability)
            return notes
        }
        set {
            module = newValue.module
            rest = newValue.isUsual ? .usual(newValue.sendability) : .boxed(RecordNotes(newValue))
        }
    }

    // Each by itself: a copy of all notes costs more than most of what a container's build does for a registration.
    var options: RegistrationOptions { box?.notes.options ?? [] }
    var condition: (@Sendable (Conditions) -> Bool)? { box?.notes.condition }
    var fault: ResolutionError? { box?.notes.fault }
    var choosing: (any AnyChoosing)? { box?.notes.choosing }

    /// Whether it has nothing that few registrations have.
    var hasUsualNotes: Bool { box == nil }

    /// Places the registration in a module.
    mutating func setModule(_ module: ModuleIdentity) { self.module = module }

    /// The same registration with a note whether the type of the instances is `Sendable`.
    func withSendability(_ sendability: SendableNote) -> AnyRegistration {
        var copy = self
        if hasUsualNotes { copy.rest = .usual(sendability) } else { copy.notes.sendability = sendability }
        return copy
    }

    /// The registration itself.
    public var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .registration(self)) }

    /// Changes the properties of the record, except its factory.
    mutating func changeTraits(_ body: (inout Record.Traits) -> Void) {
        var traits = record.traits
        body(&traits)
        record = record.copy(withTraits: traits)
    }
}

/// What the features know of a registration, beside its record.
package struct Notes: Sendable {
    /// The notes of most registrations.
    static let none = Notes()

    package var options: RegistrationOptions = []
    /// Whether the type of the instances is `Sendable`, as far as the compiler has seen it.
    var sendability = SendableNote.unknown
    /// The module that contains the registration.
    var module: ModuleIdentity?
    /// Its condition, decided when a container is built; nil: it is always registered.
    var condition: (@Sendable (Conditions) -> Bool)?
    /// What the condition has said; nil: it was not asked.
    var decision: ConditionInfo.Decision?
    /// Why no container accepts it; nil: it has no fault.
    var fault: ResolutionError?
    /// How it chooses from other registrations; nil: it does not.
    var choosing: (any AnyChoosing)?
    /// The further types that the instance is found by.
    var aliases: [Alias] = []
    /// The hooks for the start, the stop and the health of an instance.
    package var hooks: [any AnyHook] = []

    /// Whether most registrations have these notes, but for the module and the type.
    var isUsual: Bool {
        options.isEmpty && condition == nil && decision == nil && fault == nil && choosing == nil && aliases.isEmpty
            && hooks.isEmpty
    }
}

/// The properties of a registration besides its key and its lifetime.
package struct RegistrationOptions: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Code outside of the graph resolves it.
    package static let root = Self(rawValue: 1)
    /// It is created when the container is built, or started.
    package static let eager = Self(rawValue: 2)
    /// It promises a registration elsewhere.
    package static let promise = Self(rawValue: 4)
    /// It counts only if nothing else has its key.
    package static let ifAbsent = Self(rawValue: 8)
    /// Only registrations of the same module find it.
    package static let hidden = Self(rawValue: 16)
    /// Only lists and maps of its type have it.
    package static let contributed = Self(rawValue: 32)
    /// Its instances are given when a scope is opened.
    package static let seeded = Self(rawValue: 64)
    /// The registration brought the instance.
    package static let value = Self(rawValue: 128)
    /// Its instances are those of other registrations, of which one is chosen in each scope.
    package static let choice = Self(rawValue: 256)
    /// An adapter has created it from another one.
    package static let adapted = Self(rawValue: 512)
    /// No registration names it: its type says how it is created.
    package static let justInTime = Self(rawValue: 1024)
    /// Its instances live as long as a custom lifetime says.
    package static let kept = Self(rawValue: 2048)
    /// Decorators are around its instances.
    package static let decorated = Self(rawValue: 4096)
    /// An overriding container adds it: it replaces no registration.
    package static let added = Self(rawValue: 8192)
}

/// Whether the type of a registration's instances is `Sendable`, as far as the compiler has seen it.
///
/// The metatype does not tell: `any P & Sendable` and `any P` are one type at run time. So an overload notes it where the registration is
/// passed to a module.
package enum SendableNote: UInt8, Sendable {
    /// The registration was passed by code that does not know its type.
    case unknown
    case isSendable
    case isNotSendable
    /// The type may not be `Sendable`, but the program lets threads share the instances.
    case unchecked
}

/// The notes of a record in a plan.
final class RecordNotes: Sendable {
    let notes: Notes
    /// Counts the calls of its factory; nil: nobody measures it.
    let measures: Measures?

    init(_ notes: Notes, _ measures: Measures? = nil) { (self.notes, self.measures) = (notes, measures) }
}

extension Record {
    /// What the features know of it.
    package var registrationNotes: Notes { (notes as? RecordNotes)?.notes ?? .none }

    /// Whether a start, a build or a product may have something to do with its instances.
    var hasHooksOrIsEager: Bool {
        guard let notes, let notes = notes as? RecordNotes else { return false }
        return !notes.notes.hooks.isEmpty || !notes.notes.options.isDisjoint(with: [.eager, .value])
    }
}
