// A container's services, from its start to its end.
//
//     ServiceGroup        traps the signals
//       Running           starts the container, and ends it last
//         ServiceGroup    runs the services, and stops them one after the other, the last one first
//           Member        cancels one service only after the services that depend on it have ended
//
// A cancellation bypasses the inner group and goes from Running directly to its Members: see Cancellation.

#if ServiceLifecycle
public import Armory
public import Logging
internal import ServiceLifecycle
public import UnixSignals

extension Container {
    /// Starts the container, runs its services until they end, and then always shuts the container down.
    ///
    /// ```swift
    /// do {
    ///     let container = try Container {
    ///         Singleton(Database.init).onStart { try await $0.connect() }.onShutdown { await $0.disconnect() }
    ///         Singleton(MailQueue.init).service()
    ///         Singleton(Server.init).service()
    ///     }
    ///     try await container.runServices(logger: Logger(label: "shop"))
    /// } catch {
    ///     FileHandle.standardError.write(Data("\(error)\n".utf8))
    ///     exit(1)
    /// }
    /// ```
    ///
    /// An error that leaves the program's `main` ends the process by a trap, with a backtrace: catch it there.
    ///
    /// The services are the instances of this container's singletons that are registered with
    /// ``Armory/Singleton/service(within:whenItReturns:whenItThrows:)``. A service begins after the services that its
    /// instance depends on have begun. It ends before them: on a signal for graceful shutdown, on cancellation, and
    /// when a service fails. Independent services are also stopped one by one.
    ///
    /// Signals are handled from the start to the end. A signal during the start cancels the start, and the instances
    /// that were started are rolled back. Before this call, a signal ends the process, also while the container creates
    /// eager singletons whose factories do not await: open resources in a factory that awaits, or in `onStart`. The
    /// container is closed when this method returns, unless the container had been started before the call, which is an
    /// error.
    ///
    /// - Parameters:
    ///   - gracefulShutdownSignals: The signals that ask the services to end.
    ///   - cancellationSignals: The signals that cancel the services.
    ///   - limit: How long each service may take to end after it was asked to. Then the service is cancelled, and after
    ///     the same time again it is given up. Nil: no limit. A service that was given up keeps running while the
    ///     container closes its instances.
    ///   - logger: Logs what the group does, and the failures other than the thrown error.
    /// - Throws: The error of a service; ServiceGroup's error for a service that returns without being asked to end;
    ///   `ServiceGivenUp`; `ResolutionError` with the code `startFailed`, or `shutdownFailed` if nothing failed
    ///   before.
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

/// The error for a service that did not end within its time limit.
public struct ServiceGivenUp: Error, Equatable, CustomStringConvertible {
    /// The service's registration.
    public let service: String

    /// The whole message.
    public var description: String {
        "\(service) still runs after its graceful shutdown and its cancellation. The container no longer waits for it.\n"
            + "  fix: let its run() end on graceful shutdown or cancellation, or raise its limit with .service(within:)."
    }
}

/// The service that starts, runs and ends a container.
private struct Running: Service {
    let container: Container
    let limit: Duration?
    let logger: Logger

    func run() async throws {
        // At once, before the first service is asked to end: load balancers must see it while all services run.
        try await withTaskCancellationOrGracefulShutdown(
            startAndRun, onCancel: container.markAboutToStop, onGracefulShutdown: container.markAboutToStop)
    }

    private func startAndRun() async throws {
        do {
            // A graceful shutdown cancels the start, because no service runs yet that could end gracefully.
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
        // Indirect needs too: a service in between may have ended long before.
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
                needs: ordered.needs.map { stages[$0] }, dependents: dependents.map { stages[$0] },
                markAboutToStop: container.markAboutToStop)
            members.append(
                .init(
                    service: member, successTerminationBehavior: entry.returning,
                    failureTerminationBehavior: entry.throwing))
        }
        try await cancellation.run(ServiceGroup(configuration: .init(services: members, logger: logger)))
    }

    private func end(_ end: ScopeOutcome) async {
        do {
            try await container.shutdown(outcome: end)
        } catch {
            logger.error(
                "The container has ended, but not every instance could be closed.", metadata: ["error": "\(error)"])
        }
    }
}

extension ResolutionError {
    /// Whether a start has failed only because of a cancellation.
    fileprivate var isCancellation: Bool {
        code == .startFailed && faults.allSatisfy { $0.underlying is CancellationError }
    }
}

extension TerminationBehavior {
    /// Whether it is `ignore`, which only its description reveals.
    fileprivate var isIgnore: Bool { description == TerminationBehavior.ignore.description }
}
#endif
