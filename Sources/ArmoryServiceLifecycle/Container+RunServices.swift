// A container's services, from its start to its end.
//
//     ServiceGroup        traps the signals
//       Running           starts the container, and ends it last
//         ServiceGroup    runs the services, tells them to stop one after the other, the last one first
//           Member        has one service cancelled only when those have ended that depend on it
//
// A cancellation goes past the inner group, from Running to its Members: see Cancellation.

#if ServiceLifecycle
public import Armory
public import Logging
internal import ServiceLifecycle
public import UnixSignals

extension Container {
    /// Starts the container, runs its services until they end, and shuts the container down, whatever happened.
    ///
    /// ```swift
    /// let container = try Container {
    ///     Singleton(Database.init).onStart { try await $0.connect() }.onShutdown { await $0.disconnect() }
    ///     Singleton(MailQueue.init).service()
    ///     Singleton(Server.init).service()
    /// }
    /// try await container.runServices(logger: Logger(label: "shop"))
    /// ```
    ///
    /// The services are the instances of this container's singletons that say ``Armory/Singleton/service(within:whenItReturns:whenItThrows:)``.
    /// Each begins after those that its instance depends on have begun, and ends before them: on a signal of graceful shutdown, on
    /// cancellation, and when one of them fails. Independent ones are told to stop one after the other too.
    ///
    /// Signals are minded from the start to the end: one that comes during the start cancels it, and what was started is rolled
    /// back. The container is closed when this returns, unless it had been started before, which is an error.
    ///
    /// - Parameters:
    ///   - gracefulShutdownSignals: Signals that tell the services to end.
    ///   - cancellationSignals: Signals that cancel them.
    ///   - limit: How long each service may take to end once it was told to: then it is cancelled, and after that time again
    ///     given up; nil: for ever. What is given up goes on beside what is closed.
    ///   - logger: Is told what the group does, and of what fails beside the error that is thrown.
    /// - Throws: What a service throws, and ServiceGroup's error for one that returns by itself; ``ServiceGivenUp``;
    ///   `ResolutionError` with the code `startFailed`, or, where all went well before, `shutdownFailed`.
    public func runServices(
        gracefulShutdownSignals: [UnixSignal] = [.sigterm, .sigint], cancellationSignals: [UnixSignal] = [],
        within limit: Duration? = .seconds(30), logger: Logger
    ) async throws {
        let running = Running(container: self, limit: limit, logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(
                    service: running, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .cancelGroup)
            ],
            logger: logger)
        configuration.gracefulShutdownSignals = gracefulShutdownSignals
        configuration.cancellationSignals = cancellationSignals
        try await ServiceGroup(configuration: configuration).run()
    }
}

/// A service took longer to end than it may.
public struct ServiceGivenUp: Error, Equatable, CustomStringConvertible {
    /// The service's registration.
    public let service: String

    /// The whole message.
    public var description: String {
        "\(service) was told to end, was cancelled, and went on. It is given up.\n"
            + "  fix: have its run() end on graceful shutdown or cancellation, or raise its limit with .service(within:)."
    }
}

/// What has a container started, run and ended.
private struct Running: Service {
    let container: Container
    let limit: Duration?
    let logger: Logger

    func run() async throws {
        do {
            // What the container awaits at its start is cancelled, as nothing runs that could end by itself.
            try await cancelWhenGracefulShutdown { try await container.start() }
        } catch let error as ResolutionError where Task.isShuttingDownGracefully && error.isCancellation {
            logger.debug("The start was cancelled by a graceful shutdown.")
            return
        }
        do {
            try await runMembers()
        } catch {
            await end(.failed(error))
            throw error
        }
        try await container.shutdown()
    }

    private func runMembers() async throws {
        let services = try container.startOrder(of: ServiceEntry.self)
        let stages = services.map { _ in Stage() }
        let cancellation = Cancellation(members: services.count { $0.member.service != nil })
        // Through others too: one in between may have ended long before.
        var allNeeds: [Set<Int>] = []
        for ordered in services {
            allNeeds.append(ordered.needs.reduce(into: ordered.needs) { $0.formUnion(allNeeds[$1]) })
        }
        var members: [ServiceGroupConfiguration.ServiceConfiguration] = []
        for (place, ordered) in services.enumerated() {
            let entry = ordered.member
            guard let service = entry.service else {
                stages[place].skip()
                continue
            }
            let dependents = services.indices.filter { allNeeds[$0].contains(place) }
            let member = Member(
                service: service, name: ordered.name, limit: entry.limit ?? limit, failsAlone: entry.throwing.isIgnore,
                cancellation: cancellation, stage: stages[place],
                needs: ordered.needs.map { stages[$0] }, dependents: dependents.map { stages[$0] })
            members.append(
                .init(
                    service: member, successTerminationBehavior: entry.returning,
                    failureTerminationBehavior: entry.throwing))
        }
        try await cancellation.run(ServiceGroup(configuration: .init(services: members, logger: logger)))
    }

    private func end(_ end: ScopeEnd) async {
        do {
            try await container.shutdown(after: end)
        } catch {
            logger.error(
                "The container has ended, and not everything could be closed.", metadata: ["error": "\(error)"])
        }
    }
}

extension ResolutionError {
    /// Whether nothing but a cancellation has ended a start.
    fileprivate var isCancellation: Bool {
        code == .startFailed && faults.allSatisfy { $0.underlying is CancellationError }
    }
}

extension TerminationBehavior {
    /// Whether it is `ignore`; its description alone says so.
    fileprivate var isIgnore: Bool { description == TerminationBehavior.ignore.description }
}
#endif
