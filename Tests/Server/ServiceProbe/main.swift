// A program of three services, each needing the one before, for tests that send it signals. It prints what happens.

#if ServiceLifecycle
import Armory
import ArmoryServiceLifecycle
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

@Sendable func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}

/// How this run differs from one in which all is well.
nonisolated let mode = CommandLine.arguments.dropFirst().first ?? ""

final class Database: Sendable {}

class Part: Service, @unchecked Sendable {  // Immutable.
    var name: String { "part" }

    func run() async throws {
        say("run \(name)")
        do {
            try await gracefulShutdown()
            say("told \(name)")
        } catch {
            say("cancelled \(name)")
            // Whoever is cancelled too early would say so before.
            try? await Task { try await Task.sleep(for: .milliseconds(20)) }.value
        }
        say("end \(name)")
    }
}

final class Queue: Part, @unchecked Sendable {
    let database: Database
    init(database: Database) { self.database = database }
    override var name: String { "queue" }
}

final class Mailer: Part, @unchecked Sendable {
    let queue: Queue
    init(queue: Queue) { self.queue = queue }
    override var name: String { "mailer" }

    override func run() async throws {
        if mode == "fails" {
            say("run mailer")
            struct Failure: Error {}
            throw Failure()
        }
        if mode == "ignores" {
            say("run mailer")
            // Deaf to all.
            while true { try? await Task { try await Task.sleep(for: .seconds(3600)) }.value }
        }
        try await super.run()
    }
}

final class Server: Part, @unchecked Sendable {
    let mailer: Mailer
    init(mailer: Mailer) { self.mailer = mailer }
    override var name: String { "server" }

    override func run() async throws {
        say("ready")
        try await super.run()
    }
}

/// Created by the start, by a factory that awaits.
final class Cache: Sendable {
    init(database: Database) async { say("make cache") }
}

/// The last to be created, by a factory that awaits.
final class Index: Sendable {
    init(cache: Cache) async throws {
        say("make index")
        if mode == "slow factory" { try await waitLong() }
    }

    func open() async throws {
        say("open index")
        if mode == "slow hook" { try await waitLong() }
    }
}

func waitLong() async throws {
    say("ready")
    try await Task.sleep(for: .seconds(3600))
}

/// For the runs that a signal ends during the start, or before.
let slow = Module {
    Singleton(Cache.init).eager().onShutdown { _ in say("close cache") }
    Singleton(Index.init).eager().onStart { try await $0.open() }.onShutdown { _ in say("close index") }
    if mode == "slow build" {
        Singleton {
            say("ready")
            sleep(60)
            return Part()
        }.eager()
    }
}

#if Hummingbird
if mode == "polled" {
    try await runPolled()
    exit(0)
}
#endif

do {
    let container = try Container {
        if mode.hasPrefix("slow") { slow }
        Singleton(Server.init).service()
        Singleton(Mailer.init).service(within: mode == "ignores" ? .milliseconds(50) : nil)
        Singleton(Queue.init).service()
        Singleton(Database.init)
            .onStart { _ in say("open database") }
            .onStop { _ in say("stop database") }
            .onShutdown { _ in say("close database") }
    }
    try await container.runServices(
        gracefulShutdownSignals: [.sigterm], cancellationSignals: [.sigint], logger: Logger(label: "probe"))
    say("over")
} catch {
    if error is ServiceGivenUp { say("\(error)") }
    say("failed: \(type(of: error))")
}
#endif
