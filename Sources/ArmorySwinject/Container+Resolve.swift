// Resolving: the engine finds or creates the instance; this part handles its errors, and types that wrap a service.

internal import Armory

extension Container: Resolver {
    /// Resolves the instance of a service.
    ///
    /// - Parameter serviceType: The type of the service; also `Lazy`, `Provider` or an optional of one.
    /// - Returns: The instance; nil, after a message through ``loggingFunction``, if the service is not registered.
    /// - Precondition: The service does not need itself during its creation, except through ``ServiceEntry/initCompleted(_:)``.
    /// - Complexity: O(1) without a lock for an existing instance; otherwise the cost of the factories.
    public func resolve<Service>(_ serviceType: Service.Type) -> Service? { resolve(serviceType, name: nil) }

    /// Resolves the instance of a service that is registered under a name.
    ///
    /// - Parameters:
    ///   - serviceType: The type of the service; also `Lazy`, `Provider` or an optional of one.
    ///   - name: The name; nil for the registration without a name.
    /// - Returns: The instance; nil, after a message through ``loggingFunction``, if the service is not registered.
    public func resolve<Service>(_ serviceType: Service.Type, name: String?) -> Service? {
        find(serviceType, named: name) ?? resolveOther(Question(Label((any Resolver).self, name, nil), nil))
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
        let label = Label(Arguments.self, name, option)
        if !label.takesArguments, option == nil,
            let service: Service = resolvePlain(
                name, Call { taking, _ in invoker(unsafe unsafeDowncast(taking, to: Taking<Arguments>.self).factory) })
        {
            return service
        }
        return resolve(label) { factory, _ in invoker(factory) }
    }

    /// Resolves a service without arguments whose factory is called by a given call; nil: no entry has it.
    private func resolvePlain<Service>(_ name: String?, _ call: Call) -> Service? {
        settle()
        let key = ServiceKey(Service.self, qualifier: name.map { Qualifier(Name($0)) })
        var next: Container? = self
        while let container = next {
            if let companion = container.engine.companion(at: key) {
                guard companion is ServiceEntry<Service> else { return nil }
                do throws(ResolutionError) {
                    return try container.engine.resolve(Service.self, named: name.map { Name($0) }) { companion in
                        // Another one, if the key was registered again meanwhile.
                        (companion as? ServiceEntry<Service>)?.calling(call, for: self)
                            ?? CallerFactory(isRepeatable: false) { throw Declined() }
                    }
                } catch {
                    return instance(Service.self, despite: error)
                }
            }
            next = container.parent
        }
        return nil
    }

    /// Resolves a service with arguments.
    ///
    /// - Parameter invoke: Calls a factory with the arguments and a container.
    func resolve<Service, Arguments>(
        _ label: Label, _ invoke: @escaping ((Arguments) -> Any, Container) -> Any
    ) -> Service? {
        let call = Call { taking, container in
            // The key has the type of the arguments.
            invoke(unsafe unsafeDowncast(taking, to: Taking<Arguments>.self).factory, container)
        }
        let question = Question(label, call)
        return find(Service.self, question) ?? resolveOther(question)
    }

    /// Resolves a type that wraps a service; otherwise logs that the service is missing.
    private func resolveOther<Service>(_ question: Question) -> Service? {
        if let wrapper = Service.self as? any ServiceWrapper.Type,
            let wrapped = wrapper.wrapping(question, in: self) as? Service
        {
            return wrapped
        }
        logMissing(Service.self, question)
        return nil
    }
}

/// The parts of a request besides the type.
struct Question {
    let label: Label
    let call: Call?

    init(_ label: Label, _ call: Call?) {
        self.label = label
        self.call = label.takesArguments ? call : nil
    }
}

extension Container {
    /// Returns the instance of a service without arguments and options; nil if there is none.
    @inline(__always)
    func find<Service>(_ type: Service.Type, named name: String?) -> Service? {
        settle()
        do throws(ResolutionError) {
            return try seen.resolveExact(type, named: name.map { Name($0) })
        } catch {
            return instance(type, despite: error)
        }
    }

    /// Returns the instance of a service; nil if there is none.
    func find<Service>(_ type: Service.Type, _ question: Question) -> Service? {
        find(type, question.label.qualifier, question.call)
    }

    /// Returns the instance of an entry; nil if there is none.
    ///
    /// A container can forward to an entry of another one. Its own registration of the entry's key is not the entry.
    func find<Service>(_ entry: ServiceEntry<Service>, _ call: Call?) -> Service? {
        settle()
        let key = entry.key
        let owner = entry.home.owner
        let isHidden = owner !== self && engine.companion(at: key) != nil
        let asked = isHidden || !reaches(owner) ? owner ?? self : self
        return asked.find(Service.self, key.qualifier, call)
    }

    /// Whether a container is this one or a parent.
    ///
    /// A container that stands for a derived one reaches what its engine container inherits.
    private func reaches(_ container: Container?) -> Bool {
        guard let engine = container?.engine else { return true }
        return self.engine === engine || self.engine.inherits(from: engine)
    }

    private func find<Service>(_ type: Service.Type, _ qualifier: AnyQualifier?, _ call: Call?) -> Service? {
        settle()
        do throws(ResolutionError) {
            guard let call else { return try seen.lookUpExact(type, qualifier) }
            return try seen.resolveExact(type, qualifier, taking: call)
        } catch {
            return instance(type, despite: error)
        }
    }

    /// Returns the instance that a factory has created, or nil if there is none; ends the process for other errors.
    private func instance<Service>(_ type: Service.Type, despite error: ResolutionError) -> Service? {
        if error.code == .declined || error.code == .removed { return nil }
        guard let found = error.underlying as? ValueInWeak<Service> else { endProcess(error) }
        found.entry.noteValue()
        found.complete()
        return found.value
    }
}
