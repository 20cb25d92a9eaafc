// The objects that the workloads resolve, and how they are built by hand.

/// A service behind a class-bound protocol.
protocol Repository: AnyObject, Sendable {
    var count: Int { get }
}

final class MemoryRepository: Repository {
    let count = 1
}

/// What the container is measured against.
enum Statics {
    static let repository: any Repository = MemoryRepository()
}

/// A singleton that is found by its class.
final class Clockwork: Sendable {
    let ticks = 1
}

final class Small {
    let first = 1
    let second = 2
}

final class Report {
    let customer: Int

    init(customer: Int) {
        self.customer = customer
    }
}

/// Nobody registers it.
final class Missing {}


// MARK: A graph of seven objects: a root, a chain of five, a singleton

final class Level5 {
    let repository: any Repository
    init(repository: any Repository) { self.repository = repository }
}

final class Level4 {
    let next: Level5
    init(next: Level5) { self.next = next }
}

final class Level3 {
    let next: Level4
    init(next: Level4) { self.next = next }
}

final class Level2 {
    let next: Level3
    init(next: Level3) { self.next = next }
}

final class Level1 {
    let next: Level2
    init(next: Level2) { self.next = next }
}

final class Root {
    let next: Level1
    init(next: Level1) { self.next = next }
}

// MARK: Two children that share one object

final class Context {
    let number = 1
}

final class Debit {
    let context: Context
    init(context: Context) { self.context = context }
}

final class Credit {
    let context: Context
    init(context: Context) { self.context = context }
}

final class Transfer {
    let debit: Debit
    let credit: Credit

    init(debit: Debit, credit: Credit) {
        self.debit = debit
        self.credit = credit
    }
}

/// Refers weakly to an object that it does not own.
final class WeakBox: @unchecked Sendable {  // The reference is set before threads see the box.
    weak let repository: (any Repository)?

    init(_ repository: any Repository) {
        self.repository = repository
    }
}
