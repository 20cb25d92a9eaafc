// The contents of the braces of a component and of a module.

internal import ArmoryCore

/// An element of a ``Component`` or a ``Module``.
///
/// It is the result of a function such as `factory`, a component, or your own type that passes on the entries of
/// other registrations.
public protocol Registration {
    /// Returns the entries to register, in order.
    func entries() -> [Entry]
}

/// Several registrations under one name, such as those of a layer.
///
/// ```swift
/// let storage = Component {
///     single { Database(path: "orders.db") }
///     factory { SQLOrders(database: $0()) as Orders }
/// }
/// ```
///
/// A component holds only closures, and no instances. Every module that contains it has separate `single` instances.
public struct Component {
    private let list: [Entry]

    /// Creates a component with the registrations in the braces.
    ///
    /// If two registrations have the same type and tag, the later one counts.
    public init(@ComponentBuilder builder: () -> [Entry]) {
        list = builder()
    }

    /// Creates a component with the registration that a function returns, as in `Component(builder: makeClient)`.
    @_disfavoredOverload
    public init(builder: () -> any Registration) {
        list = builder().entries()
    }

    /// Builds the list of registrations from the contents of the braces.
    @resultBuilder
    public enum ComponentBuilder: Sendable {
        /// Returns the entries of the registrations, in order.
        public static func buildBlock(_ registrations: any Registration...) -> [Entry] {
            registrations.flatMap { $0.entries() }
        }
    }
}

extension Component: Registration {
    /// Returns the entries to register, in order.
    public func entries() -> [Entry] { list }
}

// The user promises that any thread may call the closures: see `factory`.
extension Component: @unchecked Sendable {}

// MARK: The functions

// As in the original, a closure without dependencies and a closure that asks the module have separate functions.

/// Registers a closure that creates a new instance at every resolve.
///
/// ```swift
/// factory { CharacterService(client: $0()) as CharacterServicing }
/// ```
///
/// The closure receives the module that was asked. If a child finds the factory in its parent, the factory resolves
/// from the child.
///
/// - Parameters:
///   - tag: The tag that distinguishes registrations of the type; nil for none.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Creates an instance. Any thread may call it, and several at once. If it returns an optional that is
///     nil, there is no instance.
public func factory<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping (Module) -> T
) -> any Registration {
    Entry(.transient, tag, CodeLocation(fileID: fileID, line: line), builder)
}

/// Registers a closure without dependencies that creates a new instance at every resolve.
///
/// - Parameters:
///   - tag: The tag that distinguishes registrations of the type; nil for none.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Creates an instance. Any thread may call it, and several at once.
public func factory<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping () -> T
) -> any Registration {
    Entry(.transient, tag, CodeLocation(fileID: fileID, line: line), needingNothing: builder)
}

/// Registers one instance for each module that contains the registration.
///
/// ```swift
/// single { HTTPClient(host: "api.example.com", authorization: $0()) as HTTPPerforming }
/// single { navigator }                          // an existing value
/// ```
///
/// The instance is created at the first resolve and kept as long as the module. If many threads ask at the same time,
/// it is created once, and the other threads wait. The closure receives the module that contains the registration,
/// whichever of its children is asked. If the instance stores that module, the two form a reference cycle and are never
/// released.
///
/// - Parameters:
///   - tag: The tag that distinguishes registrations of the type; nil for none.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Creates the instance, on the thread that asks first. All threads that ask share the instance.
public func single<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping (Module) -> T
) -> any Registration {
    Entry(.singleton, tag, CodeLocation(fileID: fileID, line: line), builder)
}

/// Registers one instance without dependencies for each module that contains the registration.
///
/// - Parameters:
///   - tag: The tag that distinguishes registrations of the type; nil for none.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Creates the instance, on the thread that asks first. All threads that ask share the instance.
public func single<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping () -> T
) -> any Registration {
    Entry(.singleton, tag, CodeLocation(fileID: fileID, line: line), needingNothing: builder)
}

/// Registers an instance that is shared while a strong reference to it exists; the next resolve creates another one.
///
/// ```swift
/// weak { ImageCache() }
/// ```
///
/// - Precondition: The instance is an object; its type may be a protocol. Creating a value ends the process.
///
/// - Parameters:
///   - tag: The tag that distinguishes registrations of the type; nil for none.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Creates the instance, once for all threads that ask at the same time; they share it.
public func weak<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, builder: @escaping (Module) -> T
) -> any Registration {
    Entry(.shared, tag, CodeLocation(fileID: fileID, line: line), builder)
}

/// Registers an instance without dependencies that is shared while a strong reference to it exists.
///
/// - Precondition: The instance is an object; its type may be a protocol. Creating a value ends the process.
///
/// - Parameters:
///   - tag: The tag that distinguishes registrations of the type; nil for none.
///   - fileID: The file of the registration, for messages.
///   - line: The line of the registration, for messages.
///   - builder: Creates the instance, once for all threads that ask at the same time; they share it.
public func weak<T>(
    tag: String? = nil, fileID: StaticString = #fileID, line: Int = #line, _ builder: @escaping () -> T
) -> any Registration {
    Entry(.shared, tag, CodeLocation(fileID: fileID, line: line), needingNothing: builder)
}

/// Adds the registrations of a component to a module or to another component.
///
/// - Parameter builder: Returns the component.
public func component(_ builder: @escaping () -> Component) -> any Registration { builder() }
