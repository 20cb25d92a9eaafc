import Foundation

/// A number of each thread's own.
final class ThreadLocalNumber: Sendable {
    var value: Int {
        get { Thread.current.threadDictionary["armory"] as? Int ?? 0 }
        set { Thread.current.threadDictionary["armory"] = newValue }
    }
}
