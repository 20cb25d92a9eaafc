#!/usr/bin/env bash
# Writes a small server: Hummingbird, GRDB and swift-crypto in four targets, the wiring among them, and a test target.
#
# usage: server.sh FOLDER ARMORY

set -euo pipefail

mkdir -p "$1"
armory=$(cd "$2" && pwd)
cd "$1"
mkdir -p Sources/Domain Sources/Storage Sources/Wiring Sources/App Tests/WiringTests

cat >Package.swift <<SWIFT
// swift-tools-version: 6.3

import PackageDescription

let armory: Target.Dependency = .product(name: "Armory", package: "armory")

let package = Package(
    name: "server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "armory", path: "$armory"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .target(name: "Domain", dependencies: [armory, .product(name: "Crypto", package: "swift-crypto")]),
        .target(name: "Storage", dependencies: ["Domain", armory, .product(name: "GRDB", package: "GRDB.swift")]),
        .target(
            name: "Wiring",
            dependencies: ["Domain", "Storage", armory, .product(name: "Hummingbird", package: "hummingbird")]),
        .executableTarget(name: "App", dependencies: ["Wiring"]),
        .testTarget(name: "WiringTests", dependencies: ["Wiring"]),
    ]
)
SWIFT

cat >Sources/Domain/Domain.swift <<'SWIFT'
package import Armory
import Crypto

package protocol Orders: Sendable {
    func place(_ item: String) throws
}

package struct Digest: Sendable {
    package init() {}
    package func digest(_ text: String) -> String { SHA256.hash(data: Array(text.utf8)).description }
}

package final class Checkout: Sendable {
    let orders: any Orders
    let digest: Digest

    package init(orders: any Orders, digest: Digest) {
        self.orders = orders
        self.digest = digest
    }

    package func buy(_ item: String) throws -> String {
        try orders.place(item)
        return digest.digest(item)
    }
}

package enum Domain {
    package static let module = Module("domain") {
        Singleton(Digest.init)
        Singleton(Checkout.init)
    }
}
SWIFT

cat >Sources/Storage/Storage.swift <<'SWIFT'
package import Armory
package import Domain
package import GRDB

package struct StoredOrders: Orders {
    let database: DatabaseQueue

    package init(database: DatabaseQueue) { self.database = database }

    package func place(_ item: String) throws {
        try database.write { try $0.execute(sql: "INSERT INTO orders VALUES (?)", arguments: [item]) }
    }
}

package enum Storage {
    package static let module = Module("storage") {
        Singleton {
            let database = try DatabaseQueue()
            try database.write { try $0.execute(sql: "CREATE TABLE orders (item TEXT)") }
            return database
        }
        Singleton((any Orders).self, StoredOrders.init)
    }
}
SWIFT

cat >Sources/Wiring/Wiring.swift <<'SWIFT'
package import Armory
package import Domain
package import Hummingbird
import Storage

package struct Routes: Sendable {
    let checkout: Checkout

    package init(checkout: Checkout) { self.checkout = checkout }

    package func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("buy/:item") { [checkout] _, context in try checkout.buy(context.parameters.require("item")) }
        return router
    }
}

package enum Wiring {
    package static let shop = Module("shop") {
        Domain.module
        Storage.module
        Singleton(Routes.init)
    }
}
SWIFT

cat >Sources/App/main.swift <<'SWIFT'
import Armory
import Hummingbird
import Wiring

let container = try Container { Wiring.shop }
try await Application(router: container.resolve(Routes.self).router()).runService()
SWIFT

cat >Tests/WiringTests/RoutesTests.swift <<'SWIFT'
import Armory
import Testing
import Wiring

@Test func routesAreWired() throws {
    let container = try Container { Wiring.shop }
    _ = try container.resolve(Routes.self).router()
}
SWIFT
