// A running container of closures, and a server with its page.

#if Inspector && Hummingbird
import Armory
import ArmoryHummingbird
import ArmoryInspector
import ArmoryTestSupport
import Hummingbird
import HummingbirdTesting

/// A container whose registrations are closures: nothing is known of their needs before they run.
struct InspectorShop: Sendable {
    let inspector = Inspector(limits: .init(leakAge: .zero, slowFactory: .zero))
    let container: Container
    let size: Int
    /// Scopes that nothing ends before the end of the test.
    let left = Locked<[Container]>([])

    /// The number of registrations besides the services: those of requests, and one of each request.
    private static let others = 5
    private static let areas = ["orders", "billing", "stock", "mail", "search", "users", "reports"]

    static func name(_ index: Int) -> RegistrationName {
        RegistrationName("\(areas[index % areas.count])/service \(index)")
    }

    /// - Parameter hasModules: Whether the registrations are in seven modules, or all in none.
    init(size: Int, hasModules: Bool) throws {
        self.size = size
        let own = size - Self.others
        // Measured, so that the page shows what closures ask for, also where it exists.
        container = try Container(configuration: .init(subscribers: [inspector], measures: true)) {
            Module.requests(label: "shop")
            Scoped(String.self) { "\(try $0.resolve(Int.self, named: Self.name(0)))" }
            if hasModules {
                for (area, title) in Self.areas.enumerated() {
                    Module(title) {
                        for index in stride(from: area, to: own, by: Self.areas.count) { Self.service(index) }
                    }
                }
            } else {
                for index in 0..<own { Self.service(index) }
            }
        }
    }

    /// A closure that asks for up to three earlier services.
    private static func service(_ index: Int) -> Singleton<Int> {
        Singleton(Int.self) { resolver in
            var sum = index
            guard index % 4 != 0 else { return sum }
            for need in [index / 2, index / 3, index * 2 / 3] where need < index {
                sum &+= try resolver.resolve(Int.self, named: name(need))
            }
            return sum
        }
        .named(name(index))
    }

    /// Creates all instances, in the order of their numbers.
    func start() throws {
        for index in 0..<(size - Self.others) { _ = try container.resolve(Int.self, named: Self.name(index)) }
    }

    /// Serves the page, and requests, of which one is refused and one leaves a scope open.
    func serve(_ body: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
        let router = Router(context: ScopedShopContext.self)
        inspector.addRoutes(to: router, showing: container)
        router.add(middleware: RequestScopes(container))
        router.get("orders/{id}/lines") { _, context in try context.resolve(String.self) }
        router.get("refused") { _, context in try context.resolve(String.self, named: "nowhere") }
        router.get("export/{id}") { request, context in
            let scope = try container.openScope(seeds: [ScopeSeed(request)])
            left.withLock { $0.append(scope) }
            return try scope.resolve(String.self)
        }
        try await Application(router: router, server: .http1WithScopes()).test(.live) { client in
            for path in (1...12).map({ "orders/\($0)/lines?page=2" }) + ["refused", "export/44?key=secret"] {
                _ = try await client.execute(uri: "/\(path)", method: .get)
            }
            try await body(client.port ?? 0)
        }
    }

    func end() async throws {
        for scope in left.withLock({ $0 }) { try await scope.shutdown() }
    }
}
#endif
