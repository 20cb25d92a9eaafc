import Foundation
import Hummingbird
package import HummingbirdCore
import NIOCore

/// All orders, one JSON text per line, read in pages as the client receives them.
///
/// A page is read only after the client has received the previous one, and no database connection is held between pages: a
/// slow client blocks no other request. An order that is placed during the export may or may not be in it.
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
