package import Hummingbird

/// What the service answers.
package enum OrderRoutes<Context: OrdersContext> {
    package static func add(to router: Router<Context>, debugLive: Bool) {
        router.get("health") { _, _ in ["status": "ok"] }
        if debugLive { router.get("debug/live") { _, context in try context.liveObjects().report } }

        router.get("orders", use: list)
        router.get("orders/:id") { _, context in
            try await context.queries().order(context.parameters.require("id"))
        }
        router.get("products") { _, context in try await context.queries().products() }
        router.get("export", use: export)
        router.post("orders", use: place)
        router.post("orders/:id/cancel") { _, context in
            let id = try context.parameters.require("id")
            return try await context.withDesk { try await $0.cancel(id) }
        }
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
}

extension Order: ResponseEncodable {}
extension Product: ResponseEncodable {}
extension OrderRepository.Page: ResponseEncodable {}
extension LiveObjects.Report: ResponseEncodable {}
