// Servers for the inspector's tests.

#if Inspector
import Armory
import ArmoryInspector
import Hummingbird
import HummingbirdTesting
import NIOCore

/// Where requests seem to come from.
protocol Peer {
    static var address: SocketAddress? { get }
}

enum Near: Peer { static var address: SocketAddress? { try? SocketAddress(ipAddress: "127.0.0.1", port: 9) } }
enum NearBy6: Peer { static var address: SocketAddress? { try? SocketAddress(ipAddress: "::1", port: 9) } }
enum Mapped: Peer { static var address: SocketAddress? { try? SocketAddress(ipAddress: "::ffff:127.0.0.1", port: 9) } }
enum Far: Peer { static var address: SocketAddress? { try? SocketAddress(ipAddress: "192.0.2.1", port: 9) } }
enum FarBy6: Peer { static var address: SocketAddress? { try? SocketAddress(ipAddress: "2001:db8::1", port: 9) } }
enum FarMapped: Peer {
    static var address: SocketAddress? { try? SocketAddress(ipAddress: "::ffff:192.0.2.1", port: 9) }
}
enum InFileSystem: Peer { static var address: SocketAddress? { try? SocketAddress(unixDomainSocketPath: "/tmp/x") } }
enum Unknown: Peer { static var address: SocketAddress? { nil } }

/// A context whose peer is made up.
struct FromPeer<P: Peer>: RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    var remoteAddress: SocketAddress? { P.address }

    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
}

/// A context that tells who is there in truth.
struct ShopContext: RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

extension HTTPFields {
    static func one(_ name: String, _ value: String) -> HTTPFields {
        var fields = HTTPFields()
        fields[.init(name)!] = value
        return fields
    }

    func value(of name: String) -> String? { self[.init(name)!] }
}

enum InspectorServer {
    /// Serves made-up data on a port of its own.
    static func serve(
        _ views: Views, access: Inspector.Access = .loopback,
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let router = Router(context: ShopContext.self)
        Inspector.addRoutes(to: router, at: "_armory", views: views, access: access)
        try await Application(router: router).test(.live) { client in
            try await body(client.port ?? 0)
        }
    }

    /// Answers one request as if it came from a peer.
    static func answer<P: Peer>(
        to peer: P.Type, _ uri: String = "/_armory", method: HTTPRequest.Method = .get, headers: HTTPFields = [:],
        access: Inspector.Access = .loopback
    ) async throws -> TestResponse {
        let router = Router(context: FromPeer<P>.self)
        Inspector.addRoutes(to: router, at: "_armory", views: Samples.views(Samples.graph(3)), access: access)
        return try await Application(router: router).test(.router) { client in
            try await client.execute(uri: uri, method: method, headers: headers)
        }
    }
}
#endif
