import Foundation
import OrdersServerCore
import Synchronization

/// A client on a separate thread that keeps its connection until an answer closes it.
struct KeepingClient {
    struct Record: Sendable {
        var answers = 0
        /// The confirmed orders.
        var orders: [String] = []
        /// The errors of requests that were sent and not answered correctly.
        var lost: [String] = []

        mutating func add(_ other: Record) {
            answers += other.answers
            orders += other.orders
            lost += other.lost
        }
    }

    private let port: UInt16

    init(_ port: UInt16) { self.port = port }

    /// Places orders and reads them until the listener is closed.
    func askUntilTheEnd(_ answered: borrowing Atomic<Int>) -> Record {
        var record = Record()
        var kept: RawConnection?
        while true {
            // Without a connection, no request was sent, so none is lost.
            guard let connection = kept ?? (try? RawConnection(to: port)) else { return record }
            do {
                let isOrder = record.answers.isMultiple(of: 2)
                let answer =
                    if isOrder {
                        try connection.ask("POST", "/orders", Client.order(["P01": 1, "P02": 1]))
                    } else {
                        try connection.ask("GET", "/orders/\(record.orders.last ?? "seed-1")")
                    }
                guard answer.status == (isOrder ? 201 : 200) else {
                    throw RawConnection.Ended(received: String(decoding: answer.body, as: UTF8.self))
                }
                if isOrder { record.orders.append(try JSONDecoder().decode(Order.self, from: answer.body).id) }
                record.answers += 1
                answered.add(1, ordering: .relaxed)
                kept = answer.isLast ? nil : connection
            } catch {
                record.lost.append("\(kept == nil ? "first" : "next") request of a connection: \(error)")
                kept = nil
            }
        }
    }
}
