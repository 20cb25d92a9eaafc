// Every way to ask a container and a resolver for a type.

import Armory

enum EngineCalls {
    @inline(__always)
    static func resolve<T: Sendable>(_ container: Container, _ type: T.Type, _ label: Label, _ ask: Ask) throws -> T? {
        switch label {
        case .none:
            switch ask {
            case .plain: try container.resolve(type)
            case .optional: try container.resolveOptional(type)
            case .wrapped: try container.resolve(T?.self)
            case .argument(let number): try container.resolve(type, arguments: number)
            case .wrongArgument: try container.resolve(type, arguments: "text")
            case .lent: try container.with(type) { copy $0 }
            }
        case .name(let number): try resolve(container, type, named: Name(EngineKeys.text(number)), ask)
        case .number(let number): try resolve(container, type, qualifier: number, ask)
        case .colliding(let number): try resolve(container, type, qualifier: Colliding(number: number), ask)
        case .text(let number): try resolve(container, type, qualifier: EngineKeys.text(number), ask)
        }
    }

    @inline(__always)
    private static func resolve<T: Sendable>(
        _ container: Container, _ type: T.Type, named name: Name, _ ask: Ask
    ) throws -> T? {
        switch ask {
        case .plain, .lent: try container.resolve(type, named: name)
        case .optional: try container.resolveOptional(type, named: name)
        case .wrapped: try container.resolve(T?.self, named: name)
        case .argument(let number): try container.resolve(type, named: name, arguments: number)
        case .wrongArgument: try container.resolve(type, named: name, arguments: "text")
        }
    }

    @inline(__always)
    private static func resolve<T: Sendable>(
        _ container: Container, _ type: T.Type, qualifier: some Hashable & Sendable, _ ask: Ask
    ) throws -> T? {
        switch ask {
        case .plain, .lent: try container.resolve(type, qualifier: qualifier)
        case .optional: try container.resolveOptional(type, qualifier: qualifier)
        case .wrapped: try container.resolve(T?.self, qualifier: qualifier)
        case .argument(let number): try container.resolve(type, qualifier: qualifier, arguments: number)
        case .wrongArgument: try container.resolve(type, qualifier: qualifier, arguments: "text")
        }
    }

    @inline(__always)
    static func ask<T: Sendable>(_ resolver: Resolver, _ type: T.Type, _ label: Label, _ ask: Ask) throws -> T? {
        switch label {
        case .none:
            switch ask {
            case .plain, .lent: try resolver(type)
            case .optional: try resolver.resolveOptional(type)
            case .wrapped: try resolver.resolve(T?.self)
            case .argument(let number): try resolver.resolve(type, arguments: number)
            case .wrongArgument: try resolver(type, arguments: "text")
            }
        case .name(let number): try Self.ask(resolver, type, named: Name(EngineKeys.text(number)), ask)
        case .number(let number): try Self.ask(resolver, type, qualifier: number, ask)
        case .colliding(let number): try Self.ask(resolver, type, qualifier: Colliding(number: number), ask)
        case .text(let number): try Self.ask(resolver, type, qualifier: EngineKeys.text(number), ask)
        }
    }

    @inline(__always)
    private static func ask<T: Sendable>(
        _ resolver: Resolver, _ type: T.Type, named name: Name, _ ask: Ask
    ) throws -> T? {
        switch ask {
        case .plain, .lent: try resolver(type, named: name)
        case .optional: try resolver.resolveOptional(type, named: name)
        case .wrapped: try resolver.resolve(T?.self, named: name)
        case .argument(let number): try resolver.resolve(type, named: name, arguments: number)
        case .wrongArgument: try resolver.resolve(type, named: name, arguments: "text")
        }
    }

    @inline(__always)
    private static func ask<T: Sendable>(
        _ resolver: Resolver, _ type: T.Type, qualifier: some Hashable & Sendable, _ ask: Ask
    ) throws -> T? {
        switch ask {
        case .plain, .lent: try resolver(type, qualifier: qualifier)
        case .optional: try resolver.resolveOptional(type, qualifier: qualifier)
        case .wrapped: try resolver.resolve(T?.self, qualifier: qualifier)
        case .argument(let number): try resolver.resolve(type, qualifier: qualifier, arguments: number)
        case .wrongArgument: try resolver.resolve(type, qualifier: qualifier, arguments: "text")
        }
    }

    @inline(__always)
    static func remove<T>(_ container: Container, _ type: T.Type, _ label: Label) throws {
        switch label {
        case .none: try container.remove(type)
        case .name(let number): try container.remove(type, named: Name(EngineKeys.text(number)))
        case .number(let number): try container.remove(type, qualifier: number)
        case .colliding(let number): try container.remove(type, qualifier: Colliding(number: number))
        case .text(let number): try container.remove(type, qualifier: EngineKeys.text(number))
        }
    }

    @inline(__always)
    static func reset<T>(_ container: Container, _ type: T.Type, _ label: Label) throws {
        switch label {
        case .none: try container.reset(type)
        case .name(let number): try container.reset(type, named: Name(EngineKeys.text(number)))
        case .number(let number): try container.reset(type, qualifier: number)
        case .colliding(let number): try container.reset(type, qualifier: Colliding(number: number))
        case .text(let number): try container.reset(type, qualifier: EngineKeys.text(number))
        }
    }
}
