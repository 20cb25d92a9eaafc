import Armory

protocol VisitSink: Sendable {
    func send(_ line: String) async
}

/// Stands for a connection to a server of statistics.
actor Connection: VisitSink {
    init(host: String) async throws {
        try await Task.sleep(for: .milliseconds(10))
        print("connected to \(host)")
    }

    func send(_ line: String) { print("sent: \(line)") }
    func disconnect() { print("disconnected") }
}

final class Reports: Sendable {
    let sink: any VisitSink
    let visits: Visits

    init(sink: any VisitSink, visits: Visits) {
        self.sink = sink
        self.visits = visits
    }

    func begin() async { await sink.send("the server is up") }
    func finish() async { await sink.send("visits: \(visits.total)") }
}

let reporting = Module("reporting") {
    Singleton { try await Connection(host: "stats.example.com") }
        .as { $0 as any VisitSink }
        .eager()
        .onShutdown { connection in await connection.disconnect() }
    Singleton(Reports.init)
        .onStart { reports in await reports.begin() }
        .onShutdown { reports in await reports.finish() }
}
