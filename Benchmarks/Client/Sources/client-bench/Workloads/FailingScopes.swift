// Scopes of a server whose database is down: in each scope, a hook or a factory throws.

import Armory
import Services

extension Workload {
    static let failingScopes = [scopeHook, scopeHookFails, scopeHookLogged, scopeFactoryFails]

    private static let scopeHook = Workload("scope-hook", "a scope with one instance, whose hook returns") {
        let application = try Container {
            Scoped((any UnitOfWork).self) { DatabaseWork() }.onShutdown { keep($0) }
        }
        return { for _ in 0..<$0 { try serve(application) } }
    }

    private static let scopeHookFails = Workload("scope-hook-fails", "the same, and the hook throws") {
        let application = try containerWithFailingHook()
        try expect(failure(application)?.rootCause is DatabaseIsDown, "the hook's error is thrown")
        return { for _ in 0..<$0 { keepFailure(application) } }
    }

    private static let scopeHookLogged = Workload("scope-hook-logged", "the same, and the message is read") {
        let application = try containerWithFailingHook()
        return { for _ in 0..<$0 { keepMessage(application) } }
    }

    private static let scopeFactoryFails = Workload("scope-factory-fails", "a scope whose factory throws") {
        let application = try Container {
            Scoped((any UnitOfWork).self) { () throws -> any UnitOfWork in throw DatabaseIsDown() }
        }
        try expect(failure(application)?.rootCause is DatabaseIsDown, "the factory's error is thrown")
        return { for _ in 0..<$0 { keepFailure(application) } }
    }
}

private struct DatabaseIsDown: Error {}

private func containerWithFailingHook() throws -> Container {
    try Container {
        Scoped((any UnitOfWork).self) { DatabaseWork() }
            .onShutdown { (_: any UnitOfWork) throws in throw DatabaseIsDown() }
    }
}

@inline(never)
private func serve(_ application: Container) throws {
    try application.withScope(.request) { keep(try $0.resolve((any UnitOfWork).self)) }
}

@inline(never)
private func keepFailure(_ application: Container) {
    do { try serve(application) } catch { keep(error) }
}

@inline(never)
private func keepMessage(_ application: Container) {
    do { try serve(application) } catch { keep("\(error)".utf8.count) }
}

private func failure(_ application: Container) -> ResolutionError? {
    do {
        try serve(application)
        return nil
    } catch {
        return error as? ResolutionError
    }
}
