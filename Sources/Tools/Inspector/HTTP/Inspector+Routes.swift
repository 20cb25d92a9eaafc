// The routes of the page and of its JSON.

#if Inspector
public import Armory
internal import ArmoryDiagrams
internal import Foundation
public import Hummingbird

extension Inspector {
    /// Adds the page to a router, and the JSON of its views below the page's path.
    ///
    /// ```swift
    /// inspector.addRoutes(to: router, showing: container)
    /// ```
    ///
    /// All routes are `GET` and `HEAD` routes, and none of them changes anything. They are the page, `summary.json`,
    /// `graph.json`, `slots.json`, `scopes.json`, `events.json?after=`, `recorded.json?number=`, `profile.json`,
    /// `conditions.json` and `why.json?key=`. See ``Summary``, `ContainerGraph`, ``Slots``, ``OpenScopes``, ``RecentEvents``,
    /// ``RecordedScopes``, ``Start``, `ConditionInfo` and `KeyReason` for their contents.
    ///
    /// `summary.json` runs the container's health checks; their answers count for a while, as for every caller.
    ///
    /// Add the routes before the middleware: otherwise, middleware that opens a scope for each request opens scopes for
    /// the page's requests too.
    ///
    /// - Parameters:
    ///   - router: A router, or a group of a router. Its context conforms to `RemoteAddressRequestContext`, which gives
    ///     the peer's address.
    ///   - path: The path of the page.
    ///   - container: The container to show, to which this inspector must subscribe.
    ///   - access: The rule that decides who may see the page; by default, only requests from the same machine.
    public func addRoutes<Context: RemoteAddressRequestContext>(
        to router: some RouterMethods<Context>, at path: RouterPath = "_armory", showing container: Container,
        access: Access = .loopback
    ) {
        Self.addRoutes(to: router, at: path, views: Views(self, container), access: access)
    }

    package static func addRoutes<Context: RemoteAddressRequestContext>(
        to router: some RouterMethods<Context>, at path: RouterPath, views: Views, access: Access
    ) {
        let gatekeeper = Gatekeeper(access)
        let group = router.group(path)
        func add(_ name: RouterPath, _ answer: @escaping @Sendable (Request) async throws -> Response) {
            for method in [HTTPRequest.Method.get, .head] {
                group.on(name, method: method) { request, context in
                    let refusal = gatekeeper.refusal(of: request, from: context.remoteAddress)
                    var response = if let refusal { refusal } else { try await answer(request) }
                    response.harden()
                    return method == .head ? response.createHeadResponse() : response
                }
            }
        }
        add("") { _ in Page.response() }
        add("summary.json") { _ in try await .json(views.summary()) }
        add("graph.json") { _ in .json(text: views.graph().json()) }
        add("slots.json") { _ in try .json(views.slots()) }
        add("scopes.json") { _ in try .json(views.scopes()) }
        add("events.json") { request in
            guard let number = Int(request.uri.queryParameters["after"] ?? "0") else {
                return .text(.badRequest, "after: no number")
            }
            return try .json(views.events(number))
        }
        add("recorded.json") { request in
            let text = request.uri.queryParameters["number"], number = text.flatMap { Int($0) }
            guard text == nil || number != nil else {
                return .text(.badRequest, "number: no number")
            }
            return try .json(views.recorded(number))
        }
        add("profile.json") { _ in try .json(views.start()) }
        add("conditions.json") { _ in .json(text: views.conditions().json()) }
        add("why.json") { request in
            guard let key = request.uri.queryParameters["key"] else { return .text(.badRequest, "key: none") }
            do throws(NodeSearchError) { return .json(text: try views.why(String(key)).json()) } catch {
                return .text(.notFound, "\(error)")
            }
        }
    }
}

extension Response {
    fileprivate static func json(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return .json(bytes: ByteBuffer(bytes: try encoder.encode(value)))
    }

    fileprivate static func json(text: String) -> Response { .json(bytes: ByteBuffer(string: text)) }

    fileprivate static func text(_ status: HTTPResponse.Status, _ text: String) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static func json(bytes body: ByteBuffer) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: body))
    }

    /// Adds headers that leave browsers nothing to guess and other sites nothing to read.
    fileprivate mutating func harden() {
        if headers[.contentSecurityPolicy] == nil {
            headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        headers[.init("X-Frame-Options")!] = "DENY"
        headers[.init("Referrer-Policy")!] = "no-referrer"
        headers[.crossOriginResourcePolicy] = "same-origin"
    }
}
#endif
