// Read this file first: it shows how long each instance lives, and the effect of its end.
//
//     container      Room, Storage<Line>, Storage<Letter>, JobQueue, ChatServer
//       connection   Peer, Session                                  a scope for each connection
//         message    Message, Speech, UnitOfWork<Line>              a scope for each message, inside the connection's
//       job          Line, Notifier, UnitOfWork<Letter>             a scope for each job, which may outlive the connection

#if Chat
package import Armory
package import ArmoryRequests
import ArmoryServiceLifecycle
package import Logging

extension ScopeTag {
    package static let connection = ScopeTag("connection")
    package static let message = ScopeTag("message", inside: .connection)
    package static let job = ScopeTag("job")
}

extension Module {
    /// The whole program.
    ///
    /// - Parameters:
    ///   - port: The port of 127.0.0.1; 0 for any free one.
    ///   - workers: The number of jobs that run at the same time.
    ///   - listening: Receives the port, once the server listens.
    package static func chat(
        port: UInt16, workers: Int = 4, listening: @escaping @Sendable (UInt16) -> Void
    ) -> Module {
        Module("chat") {
            // Created before the services, so that they are closed after them.
            Singleton(Room.init).eager()
            Singleton(Storage<Line>.init).eager().onShutdown { $0.close() }
            Singleton(Storage<Letter>.init).eager().onShutdown { $0.close() }
            connections
            jobs
            // Each gets a source of scopes from its resolver, which does not hold the container.
            Singleton { JobQueue(scopes: ScopeSource(in: $0, tag: .job), workers: workers) }
                .service()
            // It needs the queue, so it ends before the queue: no connection adds a job to an ended queue.
            Singleton {
                try ChatServer(
                    port: port, scopes: ScopeSource(in: $0, tag: .connection), room: $0.resolve(), queue: $0.resolve(),
                    listening: listening)
            }
            .service()
        }
    }

    /// The instances of a connection or a message.
    private static let connections = Module("connections") {
        Seeded(Peer.self).in(.connection)
        Scoped(Session.init).in(.connection)
            .onShutdown { $0.leave() }

        Seeded(Message.self).in(.message)
        Scoped(Speech.init).in(.message)
        Scoped(UnitOfWork<Line>.init).in(.message)
            .onShutdown { work, end in
                if end.isCompleted { try work.commit() } else { work.rollBack() }
            }
    }

    /// The instances of a job.
    private static let jobs = Module("jobs") {
        Seeded(Line.self).in(.job)
        Scoped(Notifier.init).in(.job)
        Scoped(UnitOfWork<Letter>.init).in(.job)
            .onShutdown { work, end in
                if end.isCompleted { try work.commit() } else { work.rollBack() }
            }
    }
}

/// The program's logger.
package let log = Logger(label: "chat")

extension IncomingWork {
    /// Every scope here ends in `withScope(of:)`, which throws the errors of hooks unless the work itself has failed.
    package func closingFailed(_ error: ResolutionError) {
        log.error("A scope could not be closed.", metadata: ["error": "\(error)"])
    }
}
#endif
