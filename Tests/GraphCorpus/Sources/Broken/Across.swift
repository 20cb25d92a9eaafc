import Armory
import ArmoryCheck
import Billing
import Shop
import Storage
import Web

extension Broken {
    /// The fault is in another target than the graph.
    static let across = [
        CheckedGraph(broken: "across-missing") {
            Billing.module
        },
        CheckedGraph(broken: "across-duplicate") {
            Storage.module
            Storage.inMemory
        },
        CheckedGraph(broken: "across-private") {
            Storage.archive
            Billing.books
        },
        CheckedGraph(broken: "across-promise") {
            Storage.outbox
        },
        CheckedGraph(broken: "across-cycle") {
            Web.statements
            Billing.statements
        },
        CheckedGraph(broken: "across-captive") {
            Storage.module
            Billing.reminders
            Web.module
        },
        CheckedGraph(broken: "across-all") {
            Storage.module
            Storage.inMemory
            Billing.module
            Billing.reminders
            Web.module
        },
    ]
}
