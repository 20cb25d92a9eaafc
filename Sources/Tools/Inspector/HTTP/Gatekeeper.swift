// Admits requests, or refuses them with a reason.

#if Inspector
internal import Hummingbird
internal import NIOCore

/// Checks each request before it is answered.
struct Gatekeeper: Sendable {
    private let rule: Inspector.Access.Rule
    /// The value of a browser's cookie, which does not reveal the token and is invalid after a restart.
    private let session: [UInt8]

    static let cookie = "armory-inspector"

    init(_ access: Inspector.Access) {
        rule = access.rule
        var random = SystemRandomNumberGenerator()
        session = (0..<4).flatMap { _ in Self.hex(random.next()) }
    }

    /// The response to a request that is refused or first gets a cookie, or `nil` if the request is admitted.
    func refusal(of request: Request, from peer: SocketAddress?) -> Response? {
        // A browser says so of a request that another site's page or link has caused.
        if request.headers[.init("Sec-Fetch-Site")!]?.lowercased() == "cross-site" {
            return .refusal(
                .forbidden, "Another site caused this request. Type or paste the inspector's address instead.")
        }
        return switch rule {
        case .loopback: refusalOfDistant(request, peer)
        case .token(let token): refusalWithout(token, request)
        }
    }

    private func refusalOfDistant(_ request: Request, _ peer: SocketAddress?) -> Response? {
        guard let peer, peer.isLoopback else {
            return .refusal(.forbidden, "The inspector answers only this machine, and the request is from another one.")
        }
        guard !request.headers.contains(where: { Self.isOfProxy($0.name.canonicalName) }) else {
            return .refusal(
                .forbidden, "The inspector answers only this machine, and a proxy has forwarded the request.")
        }
        guard let host = request.head.authority, Self.isLocal(host) else {
            return .refusal(.forbidden, "The inspector answers only to the names localhost, 127.0.0.1 and [::1].")
        }
        return nil
    }

    /// Whether proxies add a header; `header` is in lower case.
    private static func isOfProxy(_ header: String) -> Bool {
        header.hasPrefix("x-forwarded-") || proxyHeaders.contains(header)
    }

    private static let proxyHeaders: Set<String> = [
        "forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip",
        "x-envoy-external-address",
    ]

    /// Whether a host, with any port, is a local name of this machine.
    private static func isLocal(_ host: String) -> Bool {
        var name = host[...]
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
            guard name[name.index(after: colon)...].allSatisfy({ "0"..."9" ~= $0 }) else { return false }
            name = name[..<colon]
        }
        return ["localhost", "127.0.0.1", "[::1]"].contains(name.lowercased())
    }

    private func refusalWithout(_ token: [UInt8], _ request: Request) -> Response? {
        if let cookie = request.cookies[Self.cookie], Self.isEqual(Array(cookie.value.utf8), session) { return nil }
        if let header = request.headers[.authorization] {
            let parts = header.split(separator: " ", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == "bearer", Self.isEqual(Array(parts[1].utf8), token) {
                return nil
            }
        }
        if let given = request.uri.queryParameters["token"], Self.isEqual(Array(given.utf8), token) {
            return withCookie(request)
        }
        return .refusal(
            .unauthorized, "The inspector needs its token.", headers: [.wwwAuthenticate: "Bearer realm=\"inspector\""])
    }

    /// Sends a browser to the same page, without the token in its address.
    private func withCookie(_ request: Request) -> Response {
        let path = request.uri.path
        // The target is relative, so that no path can be read as the name of another host.
        let target = path.hasSuffix("/") ? "./" : "./" + (path.split(separator: "/").last.map(String.init) ?? "")
        let value = String(decoding: session, as: UTF8.self)
        return Response(
            status: .seeOther,
            headers: [
                .location: target,
                .setCookie: "\(Self.cookie)=\(value); Path=\(Self.folder(of: path)); HttpOnly; SameSite=Strict",
            ])
    }

    /// The path for which the browser sends the cookie.
    private static func folder(of path: String) -> String {
        var parts = path.split(separator: "/")
        if parts.last?.hasSuffix(".json") == true { parts.removeLast() }
        let folder = "/" + parts.joined(separator: "/")
        let isPlain = folder.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "/-._~".utf8.contains(byte)
            }
        }
        return isPlain ? folder : "/"
    }

    /// Compares in constant time, so that the time does not show where the values differ.
    static func isEqual(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
        var difference = given.count ^ secret.count
        for (index, byte) in secret.enumerated() {
            difference |= Int((index < given.count ? given[index] : ~byte) ^ byte)
        }
        return difference == 0
    }

    private static func hex(_ number: UInt64) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return (0..<16).map { digits[Int(number >> (4 * UInt64($0)) & 15)] }
    }

    /// Random text that cannot be guessed: 32 characters.
    static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return String(decoding: hex(random.next()) + hex(random.next()), as: UTF8.self)
    }
}

extension SocketAddress {
    /// Whether the address is of the loopback interface; a Unix domain socket is not, because proxies use those.
    fileprivate var isLoopback: Bool {
        guard let text = ipAddress else { return false }
        return switch self {
        case .v4: text.hasPrefix("127.")
        case .v6: text == "::1" || text.hasPrefix("::ffff:127.")
        case .unixDomainSocket: false
        }
    }
}

extension Response {
    /// A refusal that explains how to get access: by the token that is missing, or in either way.
    fileprivate static func refusal(
        _ status: HTTPResponse.Status, _ reason: String, headers: HTTPFields = [:]
    ) -> Response {
        let token =
            "send the header \"Authorization: Bearer\" with the token, or open the page once with ?token= and the token"
        let ways =
            status == .unauthorized
            ? "  fix: \(token)."
            : """
            There are two ways to open it:
              - on the same machine: http://localhost and its port, directly, without a proxy between;
              - from another machine, if the routes were added with access: .token or .suited: \(token).
            """
        let text = "\(reason)\n\n\(ways)\n"
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
#endif
