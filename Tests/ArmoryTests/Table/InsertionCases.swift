import Armory
import ArmoryTestSupport

/// What kind of keys a case has.
enum KeyKind: CaseIterable {
    /// Two of each place have one hash, the next two another.
    case qualified
    case types
    /// Every second key is a type's.
    case mixed
    /// A key of a place has a hash of one that is there, whichever, or a new one.
    case qualifiedInEveryGrouping

    static let allCases: [KeyKind] = [.qualified, .types, .mixed]
}

/// Goes through the orders of insertion, and through the lookups after each.
struct InsertionCases {
    private(set) var misses: [String] = []
    private var orders = 0
    private var insertions = 0
    private var lookUps = 0

    private let small = SmallTable()
    private var count = 0
    private var first = 0
    private var kind = KeyKind.qualified
    private var fillsRun = true
    private var keys: [SmallKey] = []
    /// How many keys want each place of the window.
    private var wanting: [Int] = []
    /// How many hashes the keys of each place have.
    private var groups: [Int] = []
    private var absent: [SmallKey] = []

    mutating func run(_ count: Int, first: Int, places: Int, kind: KeyKind, fillsRun: Bool) {
        (self.count, self.first, self.kind, self.fillsRun) = (count, first, kind, fillsRun)
        wanting = Array(repeating: 0, count: places)
        groups = wanting
        absent = (-1...places).map { place in
            kind == .types || kind == .mixed && place % 2 == 0
                ? SmallKey(typeAt: first + place, group: 7) : SmallKey(home: first + place, group: 100)
        }
        descend()
    }

    private mutating func descend() {
        let depth = keys.count
        if depth == count {
            orders += 1
            return
        }
        small.save(at: depth)
        for place in wanting.indices where !fillsRun || staysInRun(place) {
            for group in groupsToTry(at: place) {
                let before = groups[place]
                groups[place] = max(before, group + 1)
                wanting[place] += 1
                insert(key(at: place, group: group))
                descend()
                keys.removeLast()
                small.restore(from: depth)
                wanting[place] -= 1
                groups[place] = before
            }
        }
    }

    /// Whether one more key at the place still lets all fill the run: no end of it is wanted by more than it has room for.
    private func staysInRun(_ place: Int) -> Bool {
        var wantingFromHere = wanting[place...].reduce(1, +)
        for from in (0...place).reversed() {
            if wantingFromHere > count - from { return false }
            if from > 0 { wantingFromHere += wanting[from - 1] }
        }
        return true
    }

    private func groupsToTry(at place: Int) -> ClosedRange<Int> {
        switch kind {
        case .qualified, .mixed: wanting[place] / 2...wanting[place] / 2
        case .types: wanting[place]...wanting[place]
        case .qualifiedInEveryGrouping: 0...groups[place]
        }
    }

    private func key(at place: Int, group: Int) -> SmallKey {
        // The same type twice would be the same key.
        kind == .types || kind == .mixed && keys.count % 2 == 1
            ? SmallKey(typeAt: first + place, group: wanting[place] - 1) : SmallKey(home: first + place, group: group)
    }

    private mutating func insert(_ key: SmallKey) {
        let isInserted = small.insert(key, slot: keys.count).isInserted
        keys.append(key)
        insertions += 1
        if !isInserted || !small.isAsExpected { miss("inserted elsewhere") }
        lookUpAll()
        // No lookup has written a byte, so in whichever order they are made each finds what it finds here.
        if !small.isAsExpected { miss("a lookup wrote") }
    }

    private mutating func lookUpAll() {
        for (number, key) in keys.enumerated() {
            var areOfOneHash = true
            let found = small.find(key) { other in
                areOfOneHash = areOfOneHash && keys[other].word == key.word
                return other == number
            }
            if found != number || !areOfOneHash { miss("key \(number) is not found") }
        }
        // With one hash for all keys, only the caller's comparison tells an absent key from the others.
        for key in absent where small.find(key, where: { _ in !CollidingHashes.areOn }) != nil {
            miss("an absent key is found")
        }
        lookUps += keys.count + absent.count
    }

    private mutating func miss(_ what: String) {
        guard misses.count < 10 else { return }
        misses.append("\(what): \(count) keys (\(kind)) at \(keys.map { "\($0.home)/\($0.hash >> 40)" })")
    }

    func state(_ label: String) {
        var stated = Stated(label)
        stated.add(orders, "orders")
        stated.add(insertions, "insertions")
        stated.add(lookUps, "lookups")
        stated.state(misses: misses.count)
    }
}
