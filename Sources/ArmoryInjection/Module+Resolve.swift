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
    public func resolve<T>(tag: String? = nil) -> T { resolve(tag: tag, holder: nil) }

    /// Resolves the instance of a type for the property of a holder, which messages name.
    @inlinable
    @inline(__always)
    func resolve<T>(tag: String?, holder: StaticString?) -> T {
        // Inlined, so the compiler decides this at the call, which names the tag or omits it.
        let (address, maker, marks) =
            if let tag {
                unsafe find(T.self, tag)
            } else {
                unsafe find(T.self)
            }
        // Keeps this module, which owns the memory at the address, alive until the end.
        defer { withExtendedLifetime(self) {} }
        if let address = unsafe address {
            let instance = unsafe address.assumingMemoryBound(to: T.self).pointee
            Self.unpin()
            return instance
        }
        guard let maker = unsafe maker else { return resolveSlowly(tag: tag, holder: holder) }
        // The registration is on the path, and so keeps the maker alive.
        let instance = unsafe Unmanaged<Maker<T>>.fromOpaque(maker)._withUnsafeGuaranteedRef { $0.make(self) }
        Self.end(marks)
        return instance
    }

    /// Looks up an instance or a maker without generic code.
    ///
    /// - Returns: The address of the ready instance, or a `Maker` and the marks that `end(_:)` takes after it has
    ///   created an instance. Neither, if the slow way is needed.
    @usableFromInline
    @inline(never)
    func find(_ type: any Any.Type) -> (UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt) {
        guard !Logger.isTold else { return (nil, nil, 0) }
        return unsafe container.hit(type)
    }

    /// The same with a tag.
    @usableFromInline
    @inline(never)
    func find(_ type: any Any.Type, _ tag: String) -> (UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt) {
        guard !Logger.isTold else { return (nil, nil, 0) }
        return unsafe container.hit(type, named: Name(tag))
    }

    /// Ends a lookup that found an instance, after the instance was copied.
    @usableFromInline
    @inline(never)
    static func unpin() { Container.unpin() }

    /// Ends the creation of an instance.
    @usableFromInline
    @inline(never)
    static func end(_ marks: UInt) { Container.end(marks) }

    @usableFromInline
    @inline(never)
    func resolveSlowly<T>(tag: String?, holder: StaticString?) -> T {
        let name = tag.map { Name($0) }
        Logger.note(T.self, name, self)
        do throws(ResolutionError) {
            if let instance = try container.resolveExact(T.self, named: name) { return instance }
            guard let optional = T.self as? any OptionalType.Type else {
                throw container.missing(SiteKey(T.self, name).serviceKey)
            }
            return try optional.resolved(in: container, name) as! T
        } catch {
            endProcess(error, holder: holder)
        }
    }
}
