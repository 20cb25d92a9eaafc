extension Dependency {
    /// The dependencies that parameters of these types stand for.
    ///
    /// Not with `Any.Type...`: clients would build an array in every autowired registration.
    @usableFromInline
    package static func makeDependencies<each P>(forParametersOfTypes types: repeat (each P).Type) -> [Dependency] {
        var needs: [Dependency] = []
        repeat needs.append(Dependency(ServiceKey(each types), parameter: needs.count + 1))
        return needs
    }

    /// The same for a list of types.
    @usableFromInline
    package static func makeDependencies(forParameterTypes types: [any Any.Type]) -> [Dependency] {
        types.enumerated().map { Dependency(ServiceKey($1), parameter: $0 + 1) }
    }

    /// Dependencies that the user has declared.
    static func makeDeclaredDependencies(on types: [any Any.Type], atTime time: Time = .construction) -> [Dependency] {
        types.filter { $0 != Void.self }.map { makeDeclaredDependency(on: ServiceKey($0), atTime: time) }
    }

    /// A dependency that the user has declared.
    static func makeDeclaredDependency(on key: ServiceKey, atTime time: Time = .construction) -> Dependency {
        var need = Dependency(key, time)
        need.isDeclared = true
        return need
    }
}
