// The contexts, which join assemblies.

internal import ArmoryCore
internal import ArmoryRegistry

/// Joins assemblies, which share their object graphs, singletons and substitutions in one context.
///
/// Any number of threads may use a context at once. A context builds one thing at a time: while a closure of a `define`
/// runs on one thread, the other threads wait for their turn. So state that these closures share, such as a `lazy var`
/// of an assembly, needs no lock. Resolving an existing singleton does not wait for a closure.
///
/// If an object cannot be resolved, the process ends with a message that names the object and the path to it. The
/// causes are a definition that needs itself, a placeholder outside its graph, a substitution of the wrong type, and a
/// released context.
public final class DIContext: @unchecked Sendable {  // Any thread may use a locker, as it may use any lock.
    /// The definitions, by class and key, and the assemblies, by class.
    let registry = Registry()
    /// The substitutions, by class and the name of the property or method.
    let substitutions = Registry()
    /// The caller's lock around every build; nil if the context's own turn suffices.
    private let locker: (any DIContextLocker)?
    let nativeParent: NativeParent?

    /// Creates a context that uses only its own lock.
    public convenience init() {
        self.init(locker: nil, nativeParent: nil)
    }

    /// Creates a context that also holds the caller's lock while it builds.
    ///
    /// Use it if closures touch state that the lock guards elsewhere. Two contexts whose definitions call each other
    /// can deadlock by their lockers, but never by the contexts' own turns.
    ///
    /// - Parameter locker: A lock that is recursive, such as `NSRecursiveLock()`, because definitions call one another
    ///   while it is held. Resolving an existing object does not take it.
    public convenience init(locker: any DIContextLocker) {
        self.init(locker: locker, nativeParent: nil)
    }

    init(locker: (any DIContextLocker)?, nativeParent: NativeParent?) {
        self.locker = locker
        self.nativeParent = nativeParent
    }

    /// Returns the assembly of a type, and creates it if this context has none yet.
    ///
    /// An assembly is created once, however many threads ask for it. If the initializers of two assemblies ask for each
    /// other, the process ends.
    ///
    /// - Complexity: O(1) if the assembly exists, and without the locker.
    public func assembly<AssemblyType: Assembly>() -> AssemblyType {
        // The instance under the key of a class is of exactly that class.
        unsafe unsafeDowncast(instance(for: AssemblyType.self), to: AssemblyType.self)
    }

    /// Returns the assembly of a class that is known at run time; otherwise the same as ``assembly()``.
    ///
    /// - Parameter assemblyType: The class.
    public func instance(for assemblyType: Assembly.Type) -> Assembly {
        let key = EntryKey(assemblyType)
        let cell = registry.findOwn(key)?.cell ?? registry.cell(of: registry.add(AssemblyEntry(key, at: nil)))
        if let assembly = cell.existingInstance(Assembly.self) { return assembly }
        return building { () throws(ResolutionError) in
            try cell.resolve(Assembly.self, options: .ofDefinitions) {
                let assembly = assemblyType.init()
                assembly.context = self
                return assembly
            }
        }
    }

    /// Runs a build in the context's turn, and with the caller's lock; ends the process if it throws.
    func building<T>(_ body: () throws(ResolutionError) -> T) -> T {
        locker?.lock()
        defer { locker?.unlock() }
        do throws(ResolutionError) { return try registry.reentrantLock.withLockOrWithout(body) } catch {
            endProcess(error)
        }
    }
}

// MARK: Objects

extension DIContext {
    /// The cell of a definition, which the first call adds.
    ///
    /// - Parameters:
    ///   - key: The assembly's class and the key.
    ///   - type: The result.
    func cell(_ key: EntryKey, _ scope: Scope, _ type: any Any.Type) -> StandaloneCell {
        while true {
            guard let found = registry.findOwn(key), let entry = found.entry as? DefinitionEntry else {
                _ = registry.add(DefinitionEntry(key, scope, type))
                continue
            }
            if entry.scope == scope { return found.cell }
            return cell(key.variant(DefinitionEntry.Variant(scope: scope, type: nil)), scope, type)
        }
    }

    /// The object of a cell: an existing one, or one that the closures make.
    ///
    /// - Parameters:
    ///   - inject: Changes the cell's content.
    ///   - make: Returns what the cell is to hold: see `Contained`.
    func resolve(
        _ cell: StandaloneCell, completedBy inject: ((inout Any) throws -> Void)? = nil, _ make: () throws -> Any
    ) -> Any {
        Contained.object(
            building { () throws(ResolutionError) in
                try cell.resolve(Any.self, options: .ofDefinitions, completedBy: inject, factory: make)
            })
    }

    /// The object that a key has now: in the running graph, being injected, or kept; nil: there is none.
    func placeholder(_ key: EntryKey) -> Any? {
        guard let found = registry.findOwn(key), found.entry is DefinitionEntry else { return nil }
        let cell = found.cell
        if let content = cell.existingInstance(Any.self) ?? cell.instanceBeingInjected(Any.self) {
            return Contained.object(content)
        }
        guard cell.lifetime != .transient else { return nil }
        // One that is being injected is given early; a missing one is declined.
        return building { () throws(ResolutionError) -> Any? in
            do throws(ResolutionError) {
                return Contained.object(try cell.resolve(Any.self, options: .ofDefinitions) { throw Declined() })
            } catch {
                guard error.code == .declined else { throw error }
                return nil
            }
        }
    }

    /// The object that the context keeps of a definition, or that others hold; nil: there is none.
    func object(kept entry: DefinitionEntry) -> Any? {
        guard entry.scope == .lazySingleton || entry.scope == .weakSingleton else { return nil }
        return Contained.present(in: registry.cell(of: entry))
    }

    /// The object that stands for a definition; nil: it has no substitution.
    func substitute(_ key: EntryKey) -> Any? {
        guard let found = substitutions.findOwn(key), let entry = found.entry as? SubstitutionEntry else { return nil }
        return resolve(found.cell) { entry.make() }
    }
}

extension EntryKey {
    /// The key of another definition with the same name.
    func variant(_ variant: DefinitionEntry.Variant) -> EntryKey {
        with(Qualifier(variant))
    }
}

extension MakingOptions {
    /// A prototype may need itself with other arguments; the closures are the caller's.
    fileprivate static let ofDefinitions: MakingOptions = [.isRepeatable, .endsWithCall]
}

// MARK: The default context

extension DIContext {
    private static let holder = Guarded(DIContext())

    /// The context of assemblies that are requested without a context.
    ///
    /// Any thread may read and set it. Assemblies that were obtained before a change stay in the earlier context.
    ///
    /// - Complexity: O(1), with a short lock.
    public static var defaultInstance: DIContext {
        get { holder.withLock { $0 } }
        set {
            let former = holder.withLock { context in
                defer { context = newValue }
                return context
            }
            // Released outside of the lock.
            withExtendedLifetime(former) {}
        }
    }
}
