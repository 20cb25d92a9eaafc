// Properties that are resolved automatically.

internal import Armory

/// A property that is resolved when its owner is created.
///
/// ```swift
/// final class Checkout {
///     @Inject var orders: Orders
///     @Inject(tag: "archive") var archive: Orders
/// }
/// ```
///
/// If a module's factory creates the owner, that module is asked first. Otherwise, and for types that this module does
/// not have, the shared module is asked.
///
/// - Precondition: The property can be resolved.
@propertyWrapper
public struct Inject<T> {
    /// The instance.
    public let wrappedValue: T

    /// Resolves the registration without a tag.
    public init() {
        wrappedValue = Self.resolved(nil)
    }

    /// Resolves the registration with a tag.
    public init(tag: String) {
        wrappedValue = Self.resolved(tag)
    }

    private static func resolved(_ tag: String?) -> T {
        guard let module = Module.running, module.has(T.self, tag: tag) || Injection.ifShared == nil else {
            return resolve(tag: tag)
        }
        return module.resolve(tag: tag)
    }
}

extension Inject: Sendable where T: Sendable {}

/// A property that is resolved when it is first read, from the shared module, and then keeps its instance.
///
/// ```swift
/// final class Checkout {
///     @LazyInject var orders: Orders
///     @LazyInject(tag: "archive") var archive: Orders
/// }
/// ```
///
/// Any number of threads may read it; all get the same instance. Copies of the owner share the instance.
///
/// - Precondition: The property can be resolved when it is read.
/// - Complexity: Takes a lock at every read.
@propertyWrapper
public struct LazyInject<T> {
    private let late: LateInstance<T, String?>

    /// Creates a property that will resolve the registration without a tag.
    public init() {
        late = LateInstance(nil, isWeak: false, waitLimit: nil)
    }

    /// Creates a property that will resolve the registration with a tag; nil for the one without a tag.
    public init(tag: String?) {
        late = LateInstance(tag, isWeak: false, waitLimit: nil)
    }

    /// The instance.
    public var wrappedValue: T {
        // The instance is held strongly, so it exists after the resolve.
        guard let instance = late.instance({ resolve(tag: $0) }) else { preconditionFailure("it is held") }
        return instance
    }
}

extension LazyInject: Sendable where T: Sendable {}

extension Module {
    /// The module whose factory runs on this thread; nil if none runs.
    fileprivate static var running: Module? {
        guard let container = Container.current else { return nil }
        return (try? container.resolveOptional(Home.self))?.ifThere
    }

    /// Returns whether a type and tag are registered here or in a parent.
    fileprivate func has(_ type: any Any.Type, tag: String?) -> Bool {
        if let optional = type as? any OptionalType.Type { return has(optional.wrapped, tag: tag) }
        return container.isRegistered(ServiceKey(type, qualifier: tag.map { Qualifier(Name($0)) }))
    }
}
