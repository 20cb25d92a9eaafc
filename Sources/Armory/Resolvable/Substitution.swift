/// Registers a subclass in the place of a type that says itself how it is made.
///
/// ```swift
/// let test = try Container {
///     Substitution(OrdersProvider.self, with: OrdersProviderDouble.self)
/// }
/// ```
///
/// Whoever asks for the type is given an instance of the subclass, deep in a graph too. It lives as long as the subclass says.
public struct Substitution<Instance: Resolvable>: Registration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Has instances of a subclass stand for those of a type.
    ///
    /// - Parameters:
    ///   - type: The type that is asked for.
    ///   - substitute: A subclass of it. The compiler sees to it that it is one and takes the same arguments.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    /// - Precondition: `substitute` is a subclass of `type`. The compiler lets two subclasses of one ``Resolvable`` class pass.
    public init(
        _ type: Instance.Type, with substitute: Instance.Type, fileID: StaticString = #fileID, line: Int = #line
    ) {
        guard type == Instance.self else {
            endProcess("\(TypeName.of(substitute)) is no \(TypeName.of(type)): only a subclass can stand for it.")
        }
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Definition(substitute.record(options: [], at: location))
    }
}
