import Foundation
import Hummingbird
package import HummingbirdCore
import NIOCore

/// All orders, one JSON text a line, read in pages while the client takes them.
///
/// No page is read before the client took the one before it, and between two pages no connection of the database is held: a
/// slow client keeps nobody waiting. An order that is placed meanwhile may or may not be in it.
package final class OrderExport: Sendable {
    private let repository: OrderRepository
    private let live: LiveObjects

    package init(repository: OrderRepository, live: LiveObjects) {
        self.repository = repository
        self.live = live
        live.exports.add(1, ordering: .relaxed)
    }

    deinit { live.exports.subtract(1, ordering: .relaxed) }

    package func write(to writer: inout any ResponseBodyWriter) async throws {
        let encoder = JSONEncoder()
        try await forEachPage { orders in
            var buffer = ByteBuffer()
            for order in orders {
                buffer.writeBytes(try encoder.encode(order))
                buffer.writeInteger(UInt8(ascii: "\n"))
            }
            try await writer.write(buffer)
        }
    }

    package func forEachPage(_ body: ([Order]) async throws -> Void) async throws {
        var next: Int? = 0
        while let after = next {
            let page = try await repository.page(of: nil, after: after, limit: 500)
            next = page.next
            try await body(page.orders)
        }
    }
}
