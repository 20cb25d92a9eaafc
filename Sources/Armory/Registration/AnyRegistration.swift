/// A registration without its type, as modules and plans use it.
package struct AnyRegistration: ModuleElement {
    /// The record that a plan gets; registrations may share it.
    package var record: Record
    /// The module that contains it.
    private(set) var module: ModuleIdentity?
    /// Whether the type of the instances is `Sendable`, as far as the compiler has seen it.
    private(set) var sendability = SendableNote.unknown
    /// What few registrations have.
    private var box: NotesBox?

    init(_ record: Record) { self.record = record }

    /// What the features know of it.
    var notes: Notes {
        get {
            var notes = box?.notes ?? .none
            (notes.module, notes.sendability) = (module, sendability)
            return notes
        }
        set {
            (module, sendability) = (newValue.module, newValue.sendability)
            box = newValue.isUsual ? nil : NotesBox(notes: newValue)
        }
    }

    var options: RegistrationOptions { box?.notes.options ?? [] }

    /// Whether it has nothing that few registrations have.
    var isUsual: Bool { box == nil }

    /// The same registration in a module.
    func placed(in module: ModuleIdentity) -> AnyRegistration {
        var copy = self
        copy.module = module
        return copy
    }

    /// The same registration with a note whether the type of the instances is `Sendable`.
    func noted(_ sendability: SendableNote) -> AnyRegistration {
        var copy = self
        copy.sendability = sendability
        return copy
    }

    /// The registration itself.
    public var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .registration(self)) }

    /// Changes the properties of the record, except its factory.
    mutating func change(_ body: (inout Record.Traits) -> Void) {
        var traits = record.traits
        body(&traits)
        record = record.copy(traits)
    }
}

private final class NotesBox: Sendable {
    let notes: Notes

    init(notes: Notes) { self.notes = notes }
}

/// What the features know of a registration, beside its record.
struct Notes: Sendable {
    /// The notes of most registrations.
    static let none = Notes()

    var options: RegistrationOptions = []
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
    var hooks: [any AnyHook] = []

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
    case isConfined
    /// The type may not be `Sendable`, but the program lets threads share the instances.
    case unchecked
}

/// The notes of a record in a plan.
final class RecordNotes: Sendable {
    let notes: Notes
    /// Counts the calls of its factory; nil: nobody measures it.
    let measures: Measures?

    init(_ notes: Notes, _ measures: Measures? = nil) {
        self.notes = notes
        self.measures = measures
    }

    /// The notes of most records.
    static let none = RecordNotes(.none)

    var options: RegistrationOptions { notes.options }
    var module: ModuleIdentity? { notes.module }
    var sendability: SendableNote { notes.sendability }
    var hooks: [any AnyHook] { notes.hooks }
    var hasStartHooks: Bool { notes.hasStartHooks }
}

extension Record {
    /// What the features know of it.
    var noted: RecordNotes {
        // Only this module makes notes.
        notes.map { unsafe unsafeDowncast($0, to: RecordNotes.self) } ?? .none
    }
}
