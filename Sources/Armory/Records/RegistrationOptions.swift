/// What a registration says beyond its key and its lifetime.
package struct RegistrationOptions: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Somebody outside of the graph resolves it.
    package static let root = Self(rawValue: 1)
    /// It is made when the container is built.
    package static let eager = Self(rawValue: 2)
    /// It stands for a registration that has to come from elsewhere.
    package static let promise = Self(rawValue: 4)
    /// Its factory awaits.
    package static let asynchronous = Self(rawValue: 8)
    /// Another registration of the key wins.
    package static let fallback = Self(rawValue: 16)
    /// It wins over another registration of the key.
    package static let test = Self(rawValue: 32)
    /// It is the same instance as that of the type which it needs.
    package static let alias = Self(rawValue: 64)
    /// Nobody but its own module's registrations finds it.
    package static let hidden = Self(rawValue: 128)
    /// It is there only where nothing else has its key.
    package static let ifAbsent = Self(rawValue: 256)
    /// Nobody has registered it: its type says itself how it is made.
    package static let justInTime = Self(rawValue: 512)
    /// Its module hides something, which its closures see.
    package static let viewing = Self(rawValue: 1024)
    /// Its factory was seen to ask for the current container: what it needs is more than it says.
    package static let asksForCurrent = Self(rawValue: 2048)
    /// Decorators or interceptors lie around it.
    package static let layered = Self(rawValue: 4096)
    /// Nobody but the record around it finds it.
    package static let inner = Self(rawValue: 8192)
    /// An adapter has made it from another one.
    package static let adapted = Self(rawValue: 16384)
    /// Its instances are closed when they are let go.
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

    /// Whether two registrations of one key with this rank are no duplicates: the first one stays.
    package var givesWay: Bool { contains(.promise) || contains(.ifAbsent) }
}
