/// The types of this module under the name of the original module, for code that writes `Swinject.Container`.
public enum Swinject: Sendable {
    /// The container, ``ArmorySwinject/Container``.
    public typealias Container = ArmorySwinject.Container
    /// The protocol of containers for factories, ``ArmorySwinject/Resolver``.
    public typealias Resolver = ArmorySwinject.Resolver
    /// A registration, ``ArmorySwinject/ServiceEntry``.
    public typealias ServiceEntry = ArmorySwinject.ServiceEntry
    /// The protocol of registration options, ``ArmorySwinject/ServiceKeyOption``.
    public typealias ServiceKeyOption = ArmorySwinject.ServiceKeyOption
    /// A scope, ``ArmorySwinject/ObjectScope``.
    public typealias ObjectScope = ArmorySwinject.ObjectScope
    /// The protocol of scopes, ``ArmorySwinject/ObjectScopeProtocol``.
    public typealias ObjectScopeProtocol = ArmorySwinject.ObjectScopeProtocol
    /// The protocol of storages, ``ArmorySwinject/InstanceStorage``.
    public typealias InstanceStorage = ArmorySwinject.InstanceStorage
    /// The identifier of a graph, ``ArmorySwinject/GraphIdentifier``.
    public typealias GraphIdentifier = ArmorySwinject.GraphIdentifier
    /// The protocol of assemblies, ``ArmorySwinject/Assembly``.
    public typealias Assembly = ArmorySwinject.Assembly
    /// The assembler, ``ArmorySwinject/Assembler``.
    public typealias Assembler = ArmorySwinject.Assembler
    /// The protocol of behaviors, ``ArmorySwinject/Behavior``.
    public typealias Behavior = ArmorySwinject.Behavior
    /// A dependency that is resolved later, ``ArmorySwinject/Lazy``.
    public typealias Lazy = ArmorySwinject.Lazy
    /// A dependency that is resolved at each read, ``ArmorySwinject/Provider``.
    public typealias Provider = ArmorySwinject.Provider
}
