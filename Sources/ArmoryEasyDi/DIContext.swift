// The contexts, which join assemblies.

internal import Armory

/// Joins assemblies, which share their object graphs, singletons and substitutions in one context.
///
/// Any number of threads may use a context at once. A context builds one thing at a time: while a closure of a `define`
/// runs on one thread, the other threads wait for their turn. So state that these closures share, such as a `lazy var`
/// of an assembly, needs no lock. Resolving an existing singleton neither waits nor takes a lock.
///
/// If an object cannot be resolved, the process ends with a message that names the object and the path to it. The
/// causes are a definition that needs itself, a placeholder outside its graph, a substitution of the wrong type, and a
/// released context.
public final class DIContext: @unchecked Sendable {  // Any thread may use a locker, as it may use any lock.
    let container = Container(configuration: Container.Configuration(building: .oneAtATime))
    /// The caller's lock around every build; nil if the container's own turn suffices.
    let locker: (any DIContextLocker)?
    /// Whether `locker` is nil; stored, because reading a value of a protocol type costs more than the rest of a hit.
    let hasNoLocker: Bool

    /// Creates a context that uses only its own lock.
    public init() {
        (locker, hasNoLocker) = (nil, true)
    }

    /// Creates a context that also holds the caller's lock while it builds.
    ///
    /// Use it if closures touch state that the lock guards elsewhere. Two contexts whose definitions call each other
    /// can deadlock by their lockers, but never by the contexts' own turns.
    ///
    /// - Parameter locker: A lock that is recursive, such as `NSRecursiveLock()`, because definitions call one another
    ///   while it is held. Resolving a ready singleton does not take it.
    public init(locker: any DIContextLocker) {
        self.locker = locker
        hasNoLocker = false
    }

    /// Returns the assembly of a type, and creates it if this context has none yet.
    ///
    /// An assembly is created once, however many threads ask for it. If the initializers of two assemblies ask for each
    /// other, the process ends.
    ///
    /// - Complexity: O(1) if the assembly exists, and without a lock other than the locker.
    public func assembly<AssemblyType: Assembly>() -> AssemblyType {
        // The instance under the key of a class is of exactly that class.
        unsafe unsafeDowncast(instance(for: AssemblyType.self), to: AssemblyType.self)
    }

    /// Returns the assembly of a class that is known at run time; otherwise the same as ``assembly()``.
    ///
    /// - Parameter assemblyType: The class.
    public func instance(for assemblyType: Assembly.Type) -> Assembly {
        locked {
            orTrap { () throws(ResolutionError) in
                try container.take(
                    at: SiteKey(assemblyType), .singleton, as: Assembly.self,
                    CallerFactory(isRepeatable: true) {
                        let assembly = assemblyType.init()
                        assembly.context = self
                        return assembly
                    })
            }
        }
    }

    /// Runs a build while holding the caller's lock.
    func locked<T>(_ body: () -> T) -> T {
        guard let locker else { return body() }
        locker.lock()
        defer { locker.unlock() }
        return body()
    }
}

extension DIContext {
    /// The container of the default context; setting the context replaces its registration.
    private static let holder: Container = {
        let container = Container(configuration: Container.Configuration(duplicates: .replace))
        orTrap { () throws(ResolutionError) in try container.register(Singleton { DIContext() }) }
        return container
    }()

    /// The context of assemblies that are requested without a context.
    ///
    /// Any thread may read and set it. Assemblies that were obtained before a change stay in the earlier context.
    ///
    /// - Complexity: Reading takes no lock. Setting waits for the threads that read at that moment.
    public static var defaultInstance: DIContext {
        get { orTrap { () throws(ResolutionError) in try holder.resolve() } }
        set { orTrap { () throws(ResolutionError) in try holder.register(Singleton { newValue }) } }
    }
}

/// Returns the result of `body`, or ends the process with the error's message.
func orTrap<T>(_ body: () throws(ResolutionError) -> T) -> T {
    do throws(ResolutionError) {
        return try body()
    } catch {
        endProcess(error)
    }
}
