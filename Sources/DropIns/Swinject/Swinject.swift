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
    // swift-format-ignore: NoLeadingUnderscores
    /// The protocol of containers for extensions, ``ArmorySwinject/_Resolver``.
    public typealias _Resolver = ArmorySwinject._Resolver
    /// A storage that keeps nothing, ``ArmorySwinject/TransientStorage``.
    public typealias TransientStorage = ArmorySwinject.TransientStorage
    /// A storage of graphs, ``ArmorySwinject/GraphStorage``.
    public typealias GraphStorage = ArmorySwinject.GraphStorage
    /// A storage that keeps an instance, ``ArmorySwinject/PermanentStorage``.
    public typealias PermanentStorage = ArmorySwinject.PermanentStorage
    /// A storage that keeps an object weakly, ``ArmorySwinject/WeakStorage``.
    public typealias WeakStorage = ArmorySwinject.WeakStorage
    /// Several storages as one, ``ArmorySwinject/CompositeStorage``.
    public typealias CompositeStorage = ArmorySwinject.CompositeStorage
    /// A function that receives messages, ``ArmorySwinject/LoggingFunctionType``.
    public typealias LoggingFunctionType = ArmorySwinject.LoggingFunctionType
}
