import Armory
import ArmoryTestSupport
import XCTest

/// A registration of the program's own kind, which makes two registrations from its recipe.
private struct Both<Instance: Sendable>: FactoryRegistration {
    var definition: Plumbing.Definition<Instance>
    let transient: Transient<Instance>

    init(recipe: Plumbing.Recipe<Instance>) {
        definition = Singleton(recipe: recipe).definition
        transient = Transient(recipe: recipe)
    }
}

private final class Ticket: Sendable {}

private final class Booking: Sendable {
    let ticket: Ticket

    init(ticket: Ticket) { self.ticket = ticket }
}

final class RecipeTests: LeakCheckedTestCase {
    func testTwoRegistrationsFromOneRecipeHaveTheirOwnLifetimes() throws {
        let both = Both(Ticket.self) { _ in Ticket() }
        let container = try Container {
            both.named("kept")
            both.transient
        }
        let kept = try container.resolve(Ticket.self, named: "kept")
        XCTAssertTrue(try container.resolve(Ticket.self, named: "kept") === kept)
        XCTAssertFalse(try container.resolve(Ticket.self) === container.resolve(Ticket.self))
    }

    func testARecipeThatNamesItsDependenciesServesTwice() throws {
        let both = Both(Booking.self, Booking.init)
        let container = try Container {
            Transient { Ticket() }
            both
            both.transient.named("new")
        }
        let kept = try container.resolve(Booking.self)
        XCTAssertTrue(try container.resolve(Booking.self).ticket === kept.ticket)
        XCTAssertFalse(try container.resolve(Booking.self, named: "new").ticket === kept.ticket)
    }
}
