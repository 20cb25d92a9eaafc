/// The properties of a registration besides its key and its lifetime.
///
/// All 16 bits are used. A wider raw value would make every `Binding` larger, because the options, the lifetime and
/// two other fields fill two words there. It would also change the offsets in CLookup.h.
package struct RegistrationOptions: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Code outside of the graph resolves it.
    package static let root = Self(rawValue: 1)
    /// It is created when the container is built.
    package static let eager = Self(rawValue: 2)
    /// It promises a registration elsewhere.
    package static let promise = Self(rawValue: 4)
    /// Its factory awaits.
    package static let asynchronous = Self(rawValue: 8)
    /// Another registration of the key wins.
    package static let fallback = Self(rawValue: 16)
    /// It wins over another registration of the key.
    package static let test = Self(rawValue: 32)
    /// Its instance is that of the type on which it depends.
    package static let alias = Self(rawValue: 64)
    /// Only registrations of the same module find it.
    package static let hidden = Self(rawValue: 128)
    /// It counts only if nothing else has its key.
    package static let ifAbsent = Self(rawValue: 256)
    /// No registration names it: its type defines how it is created.
    package static let justInTime = Self(rawValue: 512)
    /// Its module hides registrations, which its closures see.
    package static let viewing = Self(rawValue: 1024)
    /// Its factory was seen to ask for the current container: it needs more than it declares.
    package static let asksForCurrent = Self(rawValue: 2048)
    /// Decorators or interceptors are around it.
    package static let layered = Self(rawValue: 4096)
    /// Only the record around it finds it.
    package static let inner = Self(rawValue: 8192)
    /// An adapter has created it from another one.
    package static let adapted = Self(rawValue: 16384)
    /// Its instances are closed when they are released.
    package static let closes = Self(rawValue: 32768)
}

extension RegistrationOptions {
    /// Which of two registrations of a key wins: the one with the higher rank.
    package var rank: Int {
        if contains(.promise) { return 0 }
        if contains(.ifAbsent) { return 1 }
        if contains(.fallback) { return 2 }
        return contains(.test) ? 4 : 3
    }

    /// Whether a second registration of the same key and rank is ignored, and is not a duplicate.
    package var givesWay: Bool { contains(.promise) || contains(.ifAbsent) }
}
