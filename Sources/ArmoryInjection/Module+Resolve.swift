// Resolving: a hit is had without a lock; all else is here, not specialised.

internal import Armory

extension Module {
    /// The instance of a type: `$0()`, where the context says which.
    ///
    /// The same as ``resolve(tag:)``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T>(tag: String? = nil) -> T { resolve(tag: tag) }

    /// The instance of a type.
    ///
    /// An optional's is that of the type that it is of, or nil where there is none.
    ///
    /// - Parameter tag: The tag of the registration; nil: one without a tag.
    /// - Precondition: It is registered here or in a parent, and does not need itself to be made. The message says what was asked for
    ///   and on which way, and where that is registered.
    /// - Complexity: O(1) and without a lock for what is ready; the factories' cost for what is not.
    @inlinable
    @inline(__always)
    public func resolve<T>(tag: String? = nil) -> T {
        // Decided where the tag is written.
        let found =
            if let tag {
                unsafe find(ObjectIdentifier(T.self), tag, alignment: MemoryLayout<T>.alignment)
            } else {
                unsafe find(ObjectIdentifier(T.self), alignment: MemoryLayout<T>.alignment)
            }
        guard let address = unsafe found.address else { return resolveSlowly(tag: tag) }
        // Until the end, what lies there is this module's.
        defer { withExtendedLifetime(self) {} }
        guard unsafe found.isMaker else {
            let instance = unsafe address.assumingMemoryBound(to: T.self).pointee
            Self.unpin()
            return instance
        }
        // The registration, which is on the path, holds it.
        let instance = unsafe Unmanaged<Maker<T>>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.make(self) }
        unsafe Self.end(found)
        return instance
    }

    /// Looks for what can be had without knowing its type.
    @usableFromInline
    @inline(never)
    func find(_ type: ObjectIdentifier, alignment: Int) -> Found {
        guard !Logger.isTold else { return unsafe Found() }
        let hit = unsafe container.hit(type, alignment: alignment)
        if parent != nil, case .missing = unsafe hit {
            let address = unsafe container.inheritedHit(type, alignment: alignment)
            return unsafe Found(address: address.map { UnsafeRawPointer($0) })
        }
        return unsafe Found(hit)
    }

    /// As above, with a tag.
    @usableFromInline
    @inline(never)
    func find(_ type: ObjectIdentifier, _ tag: String, alignment: Int) -> Found {
        guard !Logger.isTold else { return unsafe Found() }
        return unsafe Found(container.hit(type, named: Name(tag), alignment: alignment))
    }

    /// Ends the look-up that came to an instance, which has been copied.
    @usableFromInline
    @inline(never)
    static func unpin() { Container.unpin() }

    /// Ends the making of an instance.
    @usableFromInline
    @inline(never)
    static func end(_ found: Found) { unsafe Container.end(found.marks) }

    @usableFromInline
    @inline(never)
    func resolveSlowly<T>(tag: String?) -> T {
        let name = tag.map { Name($0) }
        Logger.note(T.self, name, self)
        do throws(ResolutionError) {
            if let instance = try container.resolveExact(T.self, named: name) { return instance }
            guard let optional = T.self as? any OptionalType.Type else {
                throw container.missing(T.self, named: name)
            }
            return try optional.resolved(in: container, name) as! T
        } catch {
            endProcess(error.description)
        }
    }
}

/// What a look-up met.
@unsafe
@usableFromInline
struct Found {
    /// Where the ready instance lies, or the `Maker`; nil: the slow way is to be taken.
    @usableFromInline var address: UnsafeRawPointer?
    @usableFromInline var isMaker = false
    /// What the engine wants to know of a maker at the end.
    var marks: UInt = 0
}

extension Found {
    init(_ hit: Hit) {
        switch unsafe hit {
        case .instance(let address): unsafe self.init(address: UnsafeRawPointer(address))
        case .maker(let maker, let marks): unsafe self.init(address: maker, isMaker: true, marks: marks)
        case .other, .missing: unsafe self.init()
        }
    }
}

@available(*, unavailable, message: "It is of the thread that looked up.")
extension Found: Sendable {}
