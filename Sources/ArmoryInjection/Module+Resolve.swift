// Resolving: a hit takes no lock. The rest of the code is not inlined into clients, and not specialised.

internal import Armory

extension Module {
    /// Resolves the instance of a type that is inferred from the context, as in `$0()`.
    ///
    /// Same as ``resolve(tag:)``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T>(tag: String? = nil) -> T { resolve(tag: tag) }

    /// Resolves the instance of a type.
    ///
    /// For an optional type, returns the instance of the wrapped type, or nil if there is none.
    ///
    /// - Parameter tag: The tag of the registration; nil for the registration without a tag.
    /// - Precondition: The type is registered here or in a parent, and its instance does not need itself during its
    ///   creation. The message on failure names the type, the path to it and the place of the registration.
    /// - Complexity: O(1) and without a lock for a ready instance; otherwise the cost of the factories.
    @inlinable
    @inline(__always)
    public func resolve<T>(tag: String? = nil) -> T {
        // Inlined, so the compiler decides this at the call, which names the tag or omits it.
        let found =
            if let tag {
                unsafe find(ObjectIdentifier(T.self), tag, alignment: MemoryLayout<T>.alignment)
            } else {
                unsafe find(ObjectIdentifier(T.self), alignment: MemoryLayout<T>.alignment)
            }
        guard let address = unsafe found.address else { return resolveSlowly(tag: tag) }
        // Keeps this module, which owns the memory at the address, alive until the end.
        defer { withExtendedLifetime(self) {} }
        guard unsafe found.isMaker else {
            let instance = unsafe address.assumingMemoryBound(to: T.self).pointee
            Self.unpin()
            return instance
        }
        // The registration is on the path, and so keeps the maker alive.
        let instance = unsafe Unmanaged<Maker<T>>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.make(self) }
        unsafe Self.end(found)
        return instance
    }

    /// Looks up an instance or a maker without generic code.
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

    /// Looks up an instance or a maker with a tag, without generic code.
    @usableFromInline
    @inline(never)
    func find(_ type: ObjectIdentifier, _ tag: String, alignment: Int) -> Found {
        guard !Logger.isTold else { return unsafe Found() }
        return unsafe Found(container.hit(type, named: Name(tag), alignment: alignment))
    }

    /// Ends a lookup that found an instance, after the instance was copied.
    @usableFromInline
    @inline(never)
    static func unpin() { Container.unpin() }

    /// Ends the creation of an instance.
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

/// The result of a lookup.
@unsafe
@usableFromInline
struct Found {
    /// The address of the ready instance, or of the `Maker`; nil if the slow way is needed.
    @usableFromInline var address: UnsafeRawPointer?
    @usableFromInline var isMaker = false
    /// The marks that the engine needs at the end of a maker's work.
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
