// Resolving: what leads to a service, here, in a parent, or in a native container.

internal import ArmoryCore
internal import ArmoryRegistry

extension Container: Resolver {
    /// Resolves the instance of a service.
    ///
    /// - Parameter serviceType: The type of the service; also `Lazy`, `Provider` or an optional of one, and
    ///   ``GraphIdentifier`` inside of a factory.
    /// - Returns: The instance; nil, after a message through ``loggingFunction``, if the service is not registered.
    /// - Precondition: The service does not need itself during its creation, except through ``ServiceEntry/initCompleted(_:)``.
    /// - Complexity: O(1) on average for an existing instance; otherwise the cost of the factories.
    public func resolve<Service>(_ serviceType: Service.Type) -> Service? { resolve(serviceType, name: nil) }

    /// Resolves the instance of a service that is registered under a name.
    ///
    /// - Parameters:
    ///   - serviceType: The type of the service; also `Lazy`, `Provider` or an optional of one.
    ///   - name: The name; nil for the registration without a name.
    /// - Returns: The instance; nil, after a message through ``loggingFunction``, if the service is not registered.
    public func resolve<Service>(_ serviceType: Service.Type, name: String?) -> Service? {
        inLock {
            // Most resolves end here.
            if let record = record(serviceType, EntryKey(serviceType, name.map { RegistrationName($0) })) {
                return record.instance(for: self, nil)
            }
            return resolveOther(Question(Label((any Resolver).self, name, nil), nil))
        }
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Resolves a service for an extension of this library.
    ///
    /// - Parameters:
    ///   - name: The name; nil for the registration without a name.
    ///   - option: The option that the service was registered with; nil for none.
    ///   - invoker: Calls the factory that it receives, and returns the result.
    /// - Returns: The instance; nil, after a message through ``loggingFunction``, if the service is not registered.
    public func _resolve<Service, Arguments>(
        name: String?, option: (any ServiceKeyOption)? = nil, invoker: @escaping ((Arguments) -> Any) -> Any
    ) -> Service? {
        resolve(Label(Arguments.self, name, option)) { factory, _ in invoker(factory) }
    }

    /// Resolves a service by a call of its factory.
    ///
    /// - Parameter invoke: Calls a factory with the arguments and a container.
    func resolve<Service, Arguments>(
        _ label: Label, _ invoke: @escaping ((Arguments) -> Any, Container) -> Any
    ) -> Service? {
        let call = Call { taking, container in
            // The key has the type of the arguments.
            invoke(unsafe unsafeDowncast(taking, to: Taking<Arguments>.self).factory, container)
        }
        return resolve(Question(label, call))
    }

    private func resolve<Service>(_ question: Question) -> Service? {
        inLock {
            if let source = source(of: Service.self, question.label) {
                return source.instance(for: self, question.call)
            }
            return resolveOther(question)
        }
    }

    /// Resolves the running graph, what a native parent has, or a type that wraps a service; otherwise logs that the service is
    /// missing.
    @inline(never)
    private func resolveOther<Service>(_ question: Question) -> Service? {
        if Service.self == GraphIdentifier.self { return GraphIdentifier.current as? Service }
        if let source = nativeSource(of: Service.self, question.label) { return source.instance(for: self, nil) }
        if let wrapper = Service.self as? any ServiceWrapper.Type,
            let wrapped = wrapper.wrapping(question, in: self) as? Service
        {
            return wrapped
        }
        logMissing(Service.self, question.label)
        return nil
    }
}

/// The parts of a request besides the type.
struct Question {
    let label: Label
    /// Nil: the factory takes no arguments, and is called with a container.
    let call: Call?

    init(_ label: Label, _ call: Call?) {
        self.label = label
        self.call = call
    }
}

/// What leads to the instances of a service.
enum Source<Service> {
    case record(Record<Service>)
    case native(NativeParent, name: String?)

    /// The instance; nil: there is none.
    func instance(for asked: Container, _ call: Call?) -> Service? {
        switch self {
        case .record(let record): return record.instance(for: asked, call)
        case .native(let parent, let name):
            do {
                if let instance = try parent.instance(Service.self, name) { return instance }
            } catch {
                endProcess("\(error)")
            }
            asked.logMissing(Service.self, Label((any Resolver).self, name, nil))
            return nil
        }
    }
}

extension Container {
    /// What leads to a service, here, in a parent, or in a native container; nil: it is not registered.
    func source<Service>(of type: Service.Type, _ label: Label) -> Source<Service>? {
        if let record = record(type, label.key(of: type)) { return .record(record) }
        return nativeSource(of: type, label)
    }

    private func nativeSource<Service>(of type: Service.Type, _ label: Label) -> Source<Service>? {
        guard let native, !label.takesArguments, label.option == nil, native.has(type, label.name) else { return nil }
        return .native(native, name: label.name)
    }

    /// The record of a key, here or in a parent.
    @inline(__always)
    func record<Service>(_ type: Service.Type, _ key: EntryKey) -> Record<Service>? {
        guard let entry = registry.findEntry(key) else { return nil }
        // The key has the type of the service.
        return unsafe unsafeDowncast(entry, to: Record<Service>.self)
    }
}
