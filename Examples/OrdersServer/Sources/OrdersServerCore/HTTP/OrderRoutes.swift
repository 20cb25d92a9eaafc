package import Hummingbird

/// The routes of the service.
package enum OrderRoutes<Context: OrdersContext> {
    package static func add(to router: Router<Context>, debugLive: Bool) {
        if debugLive { get(router, "debug/live") { _, context in try context.liveObjects().report } }

        get(router, "orders", use: list)
        get(router, "orders/:id") { _, context in
            try await context.queries().order(context.parameters.require("id"))
        }
        get(router, "products") { _, context in try await context.queries().products() }
        // Without HEAD, because the length of the export is unknown before it is written.
        router.get("export", use: export)
        router.post("orders", use: place)
        router.post("orders/:id/cancel") { _, context in
            let id = try context.parameters.require("id")
            return try await context.withDesk { try await $0.cancel(id) }
        }
        refuseOtherMethods(of: router)
    }

    /// Adds a handler for GET and HEAD; `ErrorResponses` removes the body of the answer to HEAD.
    static func get<Output: ResponseGenerator>(
        _ router: Router<Context>, _ path: RouterPath,
        use handler: @escaping @Sendable (Request, Context) async throws -> Output
    ) {
        router.get(path, use: handler)
        router.head(path, use: handler)
    }

    private static func list(_ request: Request, context: Context) async throws -> OrderRepository.Page {
        let query = request.uri.queryParameters
        return try await context.queries().page(
            of: query["customer"].map(String.init), after: number("after", in: query) ?? 0,
            limit: number("limit", in: query) ?? 20)
    }

    private static func number(_ name: String, in query: Parameters) throws -> Int? {
        guard let text = query[name[...]] else { return nil }
        guard let number = Int(text) else { throw OrdersError.invalid("\(name) is \"\(text)\", not a number") }
        return number
    }

    private static func place(_ request: Request, context: Context) async throws -> EditedResponse<Order> {
        // Another site's page can send any type except JSON without asking first, so this check also refuses such pages.
        guard let type = request.headers[.contentType].flatMap(MediaType.init(from:)), type.isType(.applicationJson)
        else {
            throw HTTPError(.unsupportedMediaType, message: "an order is sent as content-type: application/json")
        }
        let new = try await request.decode(as: NewOrder.self, context: context)
        let order = try await context.withDesk { try await $0.place(new) }
        return EditedResponse(status: .created, headers: [.location: "/orders/\(order.id)"], response: order)
    }

    private static func export(_ request: Request, context: Context) throws -> Response {
        let export = try context.export()
        return Response(
            status: .ok, headers: [.contentType: "application/x-ndjson"],
            body: ResponseBody { writer in
                try await export.write(to: &writer)
                try await writer.finish(nil)
            })
    }

    /// Answers 405 to all methods that a path does not support; `Allow` lists the supported ones.
    private static func refuseOtherMethods(of router: Router<Context>) {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
        for routes in Dictionary(grouping: router.routes, by: \.path.description).values {
            let methods = Set(routes.map(\.method))
            let allowed = methods.map(\.rawValue).sorted().joined(separator: ", ")
            for method in known where !methods.contains(method) {
                router.on(routes[0].path, method: method) { _, _ -> Response in
                    throw HTTPError(
                        .methodNotAllowed, headers: [.allow: allowed], message: "this path answers \(allowed)")
                }
            }
        }
    }
}

extension Order: ResponseEncodable {}
extension Product: ResponseEncodable {}
extension OrderRepository.Page: ResponseEncodable {}
extension LiveObjects.Report: ResponseEncodable {}
