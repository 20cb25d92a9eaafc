import Armory
import ArmoryTestSupport

/// Replaces the entries of small tables in every order.
///
/// In a run of n entries the entry number i holds a key that wants one of the entries 0 to i; every choice of these is a table
/// that some order of insertion leaves, so there are n! tables. A replacement writes one word, so what is left after some
/// replacements does not depend on their order: the table is what the model says it is after each of the n * 2^(n - 1) steps
/// from a set of replaced entries to a larger one, and every one of the n! orders is made of such steps.
struct ReplacementCases {
    private(set) var misses: [String] = []
    private var tables = 0
    private var steps = 0
    private var orders = 0

    private let small = SmallTable()
    private var keys: [SmallKey] = []

    init() {
        small.save(at: 0)
    }

    mutating func run(_ count: Int, first: Int) {
        let factorial = (1...count).reduce(1, *)
        for number in 0..<factorial {
            // The digits of the number, each in a base of its own, are the places that the keys want.
            var rest = number
            let places = (0..<count).map { index in
                defer { rest /= index + 1 }
                return rest % (index + 1)
            }
            keys = places.enumerated().map { index, place in
                index % 2 == 1
                    ? SmallKey(typeAt: first + place, group: index) : SmallKey(home: first + place, group: index / 4)
            }
            replaceAll(first: first)
            tables += 1
            orders += factorial
        }
    }

    private mutating func replaceAll(first: Int) {
        small.restore(from: 0)
        let entries = keys.enumerated().map { number, key in small.insert(key, slot: number).index }
        let all = 1 << keys.count - 1
        small.save(at: 1)
        for replaced in 0..<all {
            for number in keys.indices where replaced >> number & 1 == 0 {
                small.restore(from: 1 + replaced)
                let isReplaced = small.replace(number, of: keys[number], at: entries[number], by: 100 + number)
                if !isReplaced || !small.isAsExpected { miss("replaced \(replaced), then \(number)") }
                if small.find(keys[number], where: { $0 == 100 + number }) != 100 + number { miss("\(number) is lost") }
                small.save(at: 1 + (replaced | 1 << number))
                steps += 1
            }
        }
        small.restore(from: 1 + all)
        for (number, key) in keys.enumerated() where small.replacesWhatIsNotThere(number, of: key) {
            miss("\(number) was there")
        }
        if !small.isAsExpected { miss("what is not there was replaced") }
    }

    private mutating func miss(_ what: String) {
        guard misses.count < 10 else { return }
        misses.append("\(what): keys at \(keys.map(\.home))")
    }

    func state(_ label: String) {
        var stated = Stated(label)
        stated.add(tables, "tables")
        stated.add(orders, "orders")
        stated.add(steps, "steps")
        stated.state(misses: misses.count)
    }
}
