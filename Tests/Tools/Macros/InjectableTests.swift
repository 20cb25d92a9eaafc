// The effects of @Injectable expansions, compiled and run.

#if Macros
import ArmoryMacros
import XCTest

extension RegistrationName {
    static let wholesale: RegistrationName = "wholesale"
}

extension TypedKeys {
    fileprivate var archive: TypedKey<Database> { TypedKey(named: "archive") }
}

@Injectable(parameters: ["old": .keyed(\.archive), "seventh": .named(RegistrationName(7)), "path": .value("given")])
private struct Backup {
    let old: Database
    let seventh: Database
    var path: String = "default"
}

extension ScopeTag {
    fileprivate static let session = ScopeTag("session")
}

protocol Orders: Sendable { var path: String { get } }

@Injectable(.singleton)
final class Database: Sendable {
    let path: String
    init(path: String = "orders.db") { self.path = path }
}

@Injectable(.singleton, as: (any Orders).self)
struct SQLOrders: Orders {
    let database: Database
    var limit = 100
    private let prefix = "sql:"
    var path: String { prefix + database.path }
}

@Injectable
private final class OrderService {
    let orders: any Orders
    let list: [any Orders]
    let lazy: Lazy<Database>
    let missing: Unregistered?
    let owned: Owned<Database>

    private init(
        orders: any Orders, _ list: [any Orders], for lazy: Lazy<Database>, missing: Unregistered?,
        owned: Owned<Database>
    ) {
        self.orders = orders
        self.list = list
        self.lazy = lazy
        self.missing = missing
        self.owned = owned
    }
}

struct Unregistered {}

@Injectable(.singleton, named: "eu", parameters: ["wholesale": .named(.wholesale), "currency": .value("EUR")])
struct Pricing: Sendable {
    let standard: Database
    let wholesale: Database
    let currency: String
}

@Injectable(.transient, parameters: ["id": .argument, "subject": .argument])
private final class Invitation: Sendable {
    let title: String
    init(id: Int, database: Database, _ subject: String, mark: String = "!") {
        title = "\(id): \(subject), from \(database.path)\(mark)"
    }
}

@Injectable(.scoped)
private final class UnitOfWork: Sendable {
    init(database: Database) throws { if database.path == "broken" { throw Refusal() } }
}

private struct Refusal: Error {}

@Injectable(.scoped(.session))
private final class Basket: Sendable {}

@Injectable(.singleton)
private final class Holder: Sendable {
    let work: UnitOfWork
    init(work: UnitOfWork) { self.work = work }
}

struct Part<T>: Sendable {}
enum A {}
enum B {}
enum C {}
enum D {}
enum E {}
enum F {}
enum G {}
enum H {}

@Injectable
private struct Wide: Sendable {
    let a: Part<A>
    let b: Part<B>
    let c: Part<C>
    let d: Part<D>
    let e: Part<E>?
    let f: [Part<F>]
    let g: Lazy<Part<G>>
    let h: Part<H>
    let orders: any Orders
}

let parts = Module {
    Singleton { Part<A>() }
    Singleton { Part<B>() }
    Singleton { Part<C>() }
    Singleton { Part<D>() }
    Singleton { Part<F>() }.contributed()
    Singleton { Part<G>() }
    Singleton { Part<H>() }
}

@Injectable
private final class Asking {
    let path: String
    init(resolver: Resolver) throws { path = try resolver.resolve(Database.self).path }
}

@Injectable(named: nil)
private struct Client {
    let first: @Sendable () -> Int
    let second: @Sendable (Int) async -> Int
}

@propertyWrapper
private struct Seven {
    var wrappedValue: Int { 7 }
}

@propertyWrapper
private struct Stored<T> {
    var wrappedValue: T
}

@Injectable
private struct Wrapped {
    @Seven var seven: Int
    @Stored var limit: Int = 3
    let given: Database
}

@Injectable
private final class WrappedClass {
    @Seven var seven: Int
}

@Injectable(parameters: ["given": .registered])
private struct WrappedSource {
    @Stored var given: Database
}

// The nested type has the same name as the outer one.
@Injectable(in: "nodes")
private struct Node {
    let database: Database
    struct Node {}
}

final class InjectableTests: XCTestCase {
    func testFunctionsAreResolved() async throws {
        let container = try Container {
            Transient { { 3 } as @Sendable () -> Int }
            Transient { { $0 + 1 } as @Sendable (Int) async -> Int }
            Client.registration
        }
        let client = try container.resolve(Client.self)
        XCTAssertEqual(client.first(), 3)
        let next = await client.second(1)
        XCTAssertEqual(next, 2)
    }

    func testPropertyWrappersMakeTheirValues() throws {
        let container = try Container {
            Database.registration
            Wrapped.registration
            WrappedClass.registration
            WrappedSource.registration
        }
        let wrapped = try container.resolve(Wrapped.self)
        XCTAssertEqual(wrapped.seven, 7)
        XCTAssertEqual(wrapped.limit, 3)
        XCTAssertEqual(wrapped.given.path, "orders.db")
        XCTAssertEqual(try container.resolve(WrappedClass.self).seven, 7)
        XCTAssertEqual(try container.resolve(WrappedSource.self).given.path, "orders.db")
    }

    func testNestedTypeHasTheNameOfItsStruct() throws {
        let container = try Container {
            Database.registration
            Module.contributed(toGroup: "nodes")
        }
        XCTAssertEqual(try container.resolve(Node.self).database.path, "orders.db")
    }

    func testFormsOfParametersAreResolvedAsByAutowiring() throws {
        let container = try Container {
            Database.registration
            SQLOrders.registration
            OrderService.registration
        }
        let service = try container.resolve(OrderService.self)
        XCTAssertEqual(service.orders.path, "sql:orders.db")
        XCTAssertEqual(service.list.count, 1)
        XCTAssertEqual(try service.lazy().path, "orders.db")
        XCTAssertNil(service.missing)
        XCTAssertFalse(try container.resolve(OrderService.self) === service)
        XCTAssertTrue(try container.resolve(Database.self) === container.resolve(Database.self))
        XCTAssertThrowsError(try container.resolve(SQLOrders.self))
    }

    func testSourcesOfParameters() throws {
        let container = try Container {
            Database.registration
            Singleton { Database(path: "wholesale.db") }.named(.wholesale)
            Pricing.registration
            Invitation.registration
        }
        let pricing = try container.resolve(Pricing.self, named: "eu")
        XCTAssertEqual(pricing.standard.path, "orders.db")
        XCTAssertEqual(pricing.wholesale.path, "wholesale.db")
        XCTAssertEqual(pricing.currency, "EUR")
        let invitation = try container.resolve(Invitation.self, arguments: 7, "Hello")
        XCTAssertEqual(invitation.title, "7: Hello, from orders.db!")
    }

    func testKeysAndQualifiersAndValuesForDefaults() throws {
        let container = try Container {
            Database.registration.keyed(\.archive)
            Singleton { Database(path: "seven") }.named(RegistrationName(7))
            Backup.registration
        }
        let backup = try container.resolve(Backup.self)
        XCTAssertEqual(backup.old.path, "orders.db")
        XCTAssertEqual(backup.seventh.path, "seven")
        XCTAssertEqual(backup.path, "given")
    }

    func testErrorsAreThoseOfTheRegistrationByHandAndNameTheType() throws {
        func text(_ registration: some ModuleElement) -> String {
            do {
                _ = try Container { registration }
                return "no error"
            } catch { return "\(error)" }
        }
        let annotated = text(SQLOrders.registration)
        let line = try XCTUnwrap(Self.lines.firstIndex { $0.contains("struct SQLOrders") }) + 1
        XCTAssertTrue(annotated.contains("ArmoryMacrosTests/InjectableTests.swift:\(line)"), annotated)
        let byHand = text(
            Singleton((any Orders).self, { (database: Database) in SQLOrders(database: database) }, line: line))
        XCTAssertEqual(annotated, byHand)
    }

    func testCaptiveIsFoundWithoutRunningAFactory() {
        XCTAssertThrowsError(
            try Container {
                Database.registration
                UnitOfWork.registration
                Holder.registration
            }
        ) { error in
            XCTAssertEqual((error as? ResolutionError)?.faults.map(\.code), [.captive], "\(error)")
        }
    }

    func testScopesAndErrorsOfFactories() throws {
        let container = try Container {
            Database.registration
            UnitOfWork.registration
            Basket.registration
        }
        XCTAssertThrowsError(try container.resolve(UnitOfWork.self))
        try container.withScope(.session) { scope in
            XCTAssertTrue(try scope.resolve(Basket.self) === scope.resolve(Basket.self))
            try scope.withScope(.request) { inner in
                XCTAssertTrue(try inner.resolve(Basket.self) === scope.resolve(Basket.self))
                XCTAssertTrue(try inner.resolve(UnitOfWork.self) === inner.resolve(UnitOfWork.self))
            }
        }
        let broken = try Container {
            Singleton { Database(path: "broken") }
            UnitOfWork.registration
        }
        try broken.withScope(.request) { scope in
            XCTAssertThrowsError(try scope.resolve(UnitOfWork.self)) { error in
                XCTAssertTrue((error as? ResolutionError)?.underlying is Refusal, "\(error)")
            }
        }
    }

    func testOtherLifetimes() throws {
        let log = Log()
        let container = try Container {
            Singleton(value: log)
            Cache.registration
            Transfer.registration
            Both.registration
            Rates.registration
            Eager.registration
        }
        XCTAssertEqual(log.all, ["eager"])
        weak let weakCache = try container.resolve(Cache.self)
        XCTAssertNil(weakCache)
        let cache = try container.resolve(Cache.self)
        XCTAssertTrue(try container.resolve(Cache.self) === cache)
        let both = try container.resolve(Both.self)
        XCTAssertTrue(both.first === both.second)
        XCTAssertFalse(try container.resolve(Both.self).first === both.first)
        XCTAssertTrue(try container.resolve(Rates.self) === container.resolve(Rates.self))
    }

    func testGenericTypeIsRegisteredForEachConcreteType() throws {
        let container = try Container {
            Database.registration
            Repository<Int>.registration
            Repository<String>.registration
        }
        XCTAssertTrue(try container.resolve(Repository<Int>.self).model == Int.self)
        XCTAssertTrue(try container.resolve(Repository<String>.self).model == String.self)
        XCTAssertThrowsError(try container.resolve(Repository<Bool>.self))
    }

    func testMarkedInitializerIsUsed() throws {
        let container = try Container {
            Database.registration
            Two.registration
        }
        XCTAssertEqual(try container.resolve(Two.self).made, "database")
    }

    func testMoreThanSevenParametersAreKnownToTheValidator() throws {
        let container = try Container {
            parts
            Database.registration
            SQLOrders.registration
            Wide.registration
        }
        let wide = try container.resolve(Wide.self)
        XCTAssertEqual(wide.f.count, 1)
        XCTAssertNil(wide.e)
        XCTAssertThrowsError(
            try Container {
                parts
                Wide.registration
            }
        ) { error in
            let fault = (error as? ResolutionError)?.faults.first
            XCTAssertEqual(fault?.code, .missing)
            XCTAssertEqual(fault?.path, ["Wide", "any Orders"])
            XCTAssertTrue(fault?.description.contains("parameter 9") ?? false, "\(error)")
        }
    }

    func testResolverIsASingleParameter() throws {
        let container = try Container {
            Database.registration
            Asking.registration
        }
        XCTAssertEqual(try container.resolve(Asking.self).path, "orders.db")
    }

    func testModifiersFollowTheRegistration() throws {
        let container = try Container {
            Database.registration.named("main")
            Database.registration
            SQLOrders.registration.as { $0 as any Sendable }
        }
        XCTAssertFalse(try container.resolve(Database.self, named: "main") === container.resolve(Database.self))
        XCTAssertNotNil(try container.resolve((any Sendable).self) as? SQLOrders)
    }

    private static let lines: [Substring] = {
        let text = (try? String(contentsOfFile: #filePath, encoding: .utf8)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false)
    }()
}
#endif
