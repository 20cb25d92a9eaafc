// Values that a scope has from its beginning, such as the request itself.

internal import CCore

/// A value for a scope that is opened.
///
/// A registration of the scope's tag has to stand for its key.
@safe
public struct Seed: Sendable {
    let key: ServiceKey
    /// Puts the value into memory.
    let put: @Sendable (UnsafeMutableRawPointer) -> Void

    /// Creates a seed.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type of the registration.
    ///   - name: The name of the registration.
    public init<T: Sendable>(_ value: T, as type: T.Type = T.self, named name: Name? = nil) {
        key = ServiceKey(type, qualifier: name.map { Qualifier($0) })
        unsafe put = { unsafe $0.initializeMemory(as: T.self, to: value) }
    }
}

extension Seed {
    /// The value.
    var value: Any {
        func read<T>(_ type: T.Type) -> Any {
            let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
            defer { unsafe memory.deallocate() }
            unsafe put(UnsafeMutableRawPointer(memory))
            return unsafe memory.move()
        }
        return read(key.type)
    }
}

extension Container {
    /// Puts a value into a scope that nobody else has yet.
    func plant(_ seed: Seed) throws(ResolutionError) {
        let slot = unsafe layout.find(seed.key, in: 0)?.real.own(in: home)
        guard let slot = unsafe slot, unsafe slot.kind == .kept, unsafe slot.pointee.home == home,
            let storage = unsafe slot.pointee.storage
        else {
            throw ResolutionError(
                .outsideScope, seed.key, location: unsafe slot?.record?.location,
                detail: .words(
                    headline: "\(seed.key) is given to a scope that does not keep it.",
                    fix: "register it as an instance of the scope's tag."))
        }
        guard unsafe slot.state == .empty else {
            throw ResolutionError(
                .duplicate, seed.key, location: unsafe slot.record?.location,
                detail: .words(headline: "\(seed.key) is given to a scope twice.", fix: "give it once."))
        }
        unsafe seed.put(storage)
        unsafe ccore_count_makings(home, 1)
        unsafe slot.state = .building
        _ = unsafe slot.endMaking(succeeded: true)
    }
}
