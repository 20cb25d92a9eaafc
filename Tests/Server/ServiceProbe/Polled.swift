// The program that a load balancer polls: its start and its service end when the test says so, by a line each.

#if ServiceLifecycle && Hummingbird
import Armory
import ArmoryHealth
import ArmoryHummingbird
import ArmoryServiceLifecycle
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// Returns when the test has written the next line.
@Sendable func nextLine() async {
    await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
        Thread {
            _ = readLine()
            waiter.resume()
        }.start()
    }
}

/// The router of the polled program, and of the example in Health.md.
func polledRouter(_ container: Container) -> Router<BasicRequestContext> {
    let router = Router()
    router.addHealthRoutes(container)
    router.get("work") { _, _ in "done" }
    return router
}

struct Worker: Service {
    let database: Database

    func run() async throws {
        say("run worker")
        try? await gracefulShutdown()
        say("told worker")
        await nextLine()
        say("end worker")
    }
}

func runPolled() async throws {
    let container = try Container {
        Singleton(Database.init)
            .onStart { _ in
                say("starting")
                await nextLine()
            }
            .onStop { _ in say("stop database") }
            .health { _ in .up }
        Singleton(Worker.init).service()
    }
    // Beside the container, so that it answers before the start and after the end.
    let application = Application(
        router: polledRouter(container), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { say("port \($0.localAddress?.port ?? 0)") }, logger: Logger(label: "http"))
    let serving = Task { try await application.run() }
    try await container.runServices(
        gracefulShutdownSignals: [.sigterm], cancellationSignals: [.sigint], within: .seconds(600),
        logger: Logger(label: "probe"))
    say("over")
    await nextLine()
    serving.cancel()
}
#endif
