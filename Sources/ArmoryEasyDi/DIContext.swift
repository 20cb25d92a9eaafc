// The contexts: what assemblies are joined by.

internal import Armory

/// Joins assemblies: those of one context share their object graphs, their singletons and their substitutions.
///
/// All of it may be used from any number of threads at once. A context builds one thing at a time: while a closure of a
/// `define` runs on one thread, the others wait for their turn, and so what these closures share, such as a
/// `lazy var` of an assembly, needs no lock. A singleton that is there is had without waiting, and without a lock.
///
/// Where something cannot be had, the process ends with a message that names it and the way to it: a definition that needs
/// itself to be made, a placeholder outside of its graph, a substitution of the wrong type, or a context that is gone.
public final class DIContext: @unchecked Sendable {  // A locker is for use on any thread, as a lock is.
    let container = Container(configuration: Container.Configuration(building: .oneAtATime))
    /// What is locked around what is built; nil: nothing but the container's own turn.
    private let locker: (any DIContextLocker)?
    /// Kept beside it: to look at a value of a protocol type costs more than all else that a hit does here.
    let hasNoLocker: Bool

    /// A context that needs no lock but its own.
    public init() {
        (locker, hasNoLocker) = (nil, true)
    }

    /// A context that also holds a lock of the caller's while it builds.
    ///
    /// It is for closures that touch what that lock guards elsewhere. Two contexts whose definitions ask each other can
    /// block each other by theirs, which the contexts' own turns never do.
    ///
    /// - Parameter locker: A recursive lock, such as `NSRecursiveLock()`: definitions ask for one another while it is held. A
    ///   ready singleton is had without it.
    public init(locker: any DIContextLocker) {
        self.locker = locker
        hasNoLocker = false
    }

    /// The assembly of a type, which is made if this context has none yet.
    ///
    /// On any number of threads there is one, made once. Two assemblies whose initializers ask for each other end the process.
    ///
    /// - Complexity: O(1) where it is there, without a lock but a given one.
    public func assembly<AssemblyType: Assembly>() -> AssemblyType {
        // Under the key of a class lies an instance of that very class.
        unsafe unsafeDowncast(instance(for: AssemblyType.self), to: AssemblyType.self)
    }

    /// The assembly of a class that is known when the program runs, as ``assembly()`` has it.
    ///
    /// - Parameter assemblyType: The class.
    public func instance(for assemblyType: Assembly.Type) -> Assembly {
        locked {
            orTrap { () throws(ResolutionError) in
                try container.take(
                    at: SiteKey(assemblyType), .singleton, as: Assembly.self,
                    CallerFactory(isRepeatable: true, injection: nil) {
                        let assembly = assemblyType.init()
                        assembly.context = self
                        return assembly
                    })
            }
        }
    }

    /// Runs what builds, with the caller's lock.
    func locked<T>(_ body: () -> T) -> T {
        guard let locker else { return body() }
        locker.lock()
        defer { locker.unlock() }
        return body()
    }
}

extension DIContext {
    /// Where the default context lies: a change of it is a registration that takes the place of another.
    private static let holder: Container = {
        let container = Container(configuration: Container.Configuration(duplicates: .replace))
        orTrap { () throws(ResolutionError) in try container.register(Singleton { DIContext() }) }
        return container
    }()

    /// The context of assemblies that are asked for without one.
    ///
    /// It may be read and set on any thread; who has been given an assembly of the one before stays with that.
    ///
    /// - Complexity: Reading takes no lock. Setting waits for the threads that read at that moment.
    public static var defaultInstance: DIContext {
        get { orTrap { () throws(ResolutionError) in try holder.resolve() } }
        set { orTrap { () throws(ResolutionError) in try holder.register(Singleton { newValue }) } }
    }
}

/// What `body` returns, or the end of the process with the error's message.
func orTrap<T>(_ body: () throws(ResolutionError) -> T) -> T {
    do throws(ResolutionError) {
        return try body()
    } catch {
        endProcess(error.description)
    }
}
