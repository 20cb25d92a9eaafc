// Bytes as operations on a table, beside a list that says what the table must hold. Without XCTest, so that a fuzzer can be
// built of it: Tests/fuzz-table.sh.

import Armory

/// One run of a table under operations that bytes stand for.
///
/// The lowest three bits of a byte choose the operation, the others and the bytes that follow choose the key:
///
///     0 1 2   insert a qualified key: eight places about the end, some of them with equal hashes
///     3       insert the key of a type, or put it in the place of the removed one
///     4       replace what a key has
///     5       remove a key: what it has says so from then on, and the next rebuild drops it
///     6       look a key up
///     7       ask for what is missing; or rebuild without the removed keys, without a quarter of all, or with all
@safe
struct TableFuzz {
    private struct Entry {
        let word: UInt
        let hash: UInt
        var number: Int
        var isRemoved = false
    }

    /// What is wrong; nil: nothing.
    private(set) var failure: String?
    private(set) var operations = 0

    private var table: RegistrationTable
    /// The bits that the hashes of all keys have.
    private let collisions: UInt
    /// What the table must hold, in the order of coming.
    private var entries: [Entry] = []
    /// Where the keys of types are among the entries.
    private var typeEntries: [UInt: Int] = [:]
    /// The key's word of each slot that there ever was, by the slot's number.
    private var words: [UInt] = [0]

    private init(collisions: UInt) {
        self.collisions = collisions
        unsafe table = RegistrationTable.allocate(collisions: collisions)
    }

    /// Runs the operations, to the end or to the first that goes wrong.
    static func run(_ bytes: [UInt8], collisions: UInt = 0) -> TableFuzz {
        var fuzz = TableFuzz(collisions: collisions)
        var bytes = bytes[...]
        while fuzz.failure == nil, let byte = bytes.popFirst() {
            fuzz.step(byte, &bytes)
            fuzz.operations += 1
            if fuzz.operations % 128 == 0 { fuzz.checkAll() }
        }
        if fuzz.failure == nil { fuzz.checkAll() }
        unsafe fuzz.table.deallocate()
        return fuzz
    }

    private mutating func step(_ byte: UInt8, _ bytes: inout ArraySlice<UInt8>) {
        func next() -> Int { Int(bytes.popFirst() ?? 0) }
        switch byte & 7 {
        case 0, 1, 2:
            let hash = Self.hash(choice: next(), spread: byte >> 3) | collisions
            insert(word: hash | 1, hash: hash)
        case 3: insertType(Self.types[next()])
        case 4: entry(at: next() << 8 | next()).map { replace($0) }
        case 5: entry(at: next() << 8 | next()).map { remove($0) }
        case 6: entry(at: next() << 8 | next()).map { find($0) }
        default:
            switch byte >> 3 {
            case 0: rebuild { !$0.isRemoved }
            case 1: rebuild { [quarter = next() % 4] in !$0.isRemoved && $0.number % 4 != quarter }
            case 2: rebuild { _ in true }
            default: findMissing(next())
            }
        }
    }

    /// The places 60 to 63 and 0 to 3 of the least table, 32 hashes at each; half of them differ in a larger one.
    private static func hash(choice: Int, spread: UInt8) -> UInt {
        let home = UInt(bitPattern: choice % 8 - 4) << 4 & 0x3F0
        return home | UInt(spread < 16 ? 0 : spread) << 10 | UInt(choice / 8) << 40
    }

    /// Addresses that types might have, whose keys want the same eight places of the least table.
    private static let types: [UInt] = {
        var types: [UInt] = []
        var address: UInt = 1 << 20
        while types.count < 256 {
            if (hash(ofType: address) >> 4 &+ 4) & 63 < 8 { types.append(address) }
            address += 16
        }
        return types
    }()

    private static func hash(ofType address: UInt) -> UInt { KeyHash.hash(type(address)) }

    private static func type(_ address: UInt) -> ObjectIdentifier {
        unsafe unsafeBitCast(address, to: ObjectIdentifier.self)
    }
}

// MARK: The operations

extension TableFuzz {
    private func entry(at index: Int) -> Int? { entries.isEmpty ? nil : index % entries.count }

    private mutating func nextSlot(of word: UInt) -> Int {
        words.append(word)
        return words.count - 1
    }

    private static func slot(_ number: Int) -> UnsafeMutableRawPointer {
        unsafe UnsafeMutableRawPointer(bitPattern: 4096 + number * 16).unsafelyUnwrapped
    }

    private static func number(_ slot: UnsafeMutableRawPointer) -> Int { (Int(bitPattern: slot) - 4096) / 16 }

    private mutating func insertType(_ word: UInt) {
        // A type's key is there once; a removed one is put in its place.
        if let index = typeEntries[word] { return replace(index) }
        insert(word: word, hash: Self.hash(ofType: word) | collisions)
    }

    /// Inserts as a container does: a table that refuses is rebuilt without what was removed, then larger and larger.
    private mutating func insert(word: UInt, hash: UInt) {
        let entry = Entry(word: word, hash: hash, number: nextSlot(of: word))
        let hadRoom = hasRoom(for: hash)
        var rebuilds = 0
        while unsafe !table.insert(key: word, hash: hash, slot: Self.slot(entry.number)) {
            if rebuilds == 0, hadRoom { fail("an insertion with room is refused") }
            if rebuilds > 16 { return fail("an insertion is refused again and again") }
            rebuild(isForced: true) { [rebuilds] in rebuilds > 0 || !$0.isRemoved }
            rebuilds += 1
        }
        if word & 1 == 0 { typeEntries[word] = entries.count }
        entries.append(entry)
        if rebuilds == 0, !hadRoom { fail("an insertion without room is accepted") }
        if unsafe rebuilds > 0 && table.capacity > max(64, 32 * entries.count) {
            fail("the table has grown too large for \(entries.count) keys")
        }
        find(entries.count - 1)
    }

    /// Whether the rules of RegistrationTable.swift let a key in: half full at most, and a chain of sixteen in a sparse table
    /// alone.
    private func hasRoom(for hash: UInt) -> Bool {
        let capacity = unsafe table.capacity
        let keys = unsafe UnsafeRawPointer(bitPattern: table.address).unsafelyUnwrapped + 64
        var place = Int(hash >> 4 & UInt(capacity - 1))
        var distance = 0
        while unsafe keys.load(fromByteOffset: place * 16, as: UInt.self) != 0 {
            place = (place + 1) % capacity
            distance += 1
        }
        return (entries.count + 1) * 2 <= capacity && (distance < 16 || entries.count * 16 <= capacity)
    }

    private mutating func replace(_ index: Int) {
        let number = nextSlot(of: entries[index].word)
        if unsafe !table.replace(Self.slot(entries[index].number), hash: entries[index].hash, by: Self.slot(number)) {
            fail("slot \(entries[index].number) is not replaced")
        }
        entries[index].number = number
        entries[index].isRemoved = false
        find(index)
    }

    private mutating func remove(_ index: Int) {
        replace(index)
        entries[index].isRemoved = true
    }

    private mutating func rebuild(isForced: Bool = false, where isKept: (Entry) -> Bool) {
        let kept = entries.filter(isKept)
        // With nothing to drop it doubles, which a container asks for only when an insertion is refused.
        if unsafe !isForced && kept.count == entries.count && table.capacity >= 512 { return }
        var isKept = Array(repeating: false, count: words.count)
        for entry in kept { isKept[entry.number] = true }
        let new = unsafe table.rebuilt { address in unsafe isKept[Self.number(address)] }
        unsafe table.deallocate()
        unsafe table = unsafe new
        entries = kept
        typeEntries = [:]
        for (index, entry) in kept.enumerated() where entry.word & 1 == 0 { typeEntries[entry.word] = index }
        if unsafe (table.used + 1) * 2 > table.capacity { fail("a rebuilt table has no room for one more") }
    }
}

// MARK: What must hold

extension TableFuzz {
    private mutating func fail(_ what: String) {
        if failure == nil { failure = "operation \(operations + 1): \(what)" }
    }

    /// What a lookup finds that accepts the slot of a number alone, and whether it was offered keys of another hash.
    private func find(word: UInt, hash: UInt, number: Int) -> (number: Int?, isMisled: Bool) {
        guard word & 1 == 1 else {
            return (unsafe table.find(Self.type(word)).slot.map { unsafe Self.number($0) }, false)
        }
        var isMisled = false
        let found = unsafe table.find(qualifiedHash: hash) { address in
            let offered = unsafe Self.number(address)
            isMisled = isMisled || words[offered] != word
            return offered == number
        }
        return (unsafe found.slot.map { unsafe Self.number($0) }, isMisled)
    }

    private mutating func find(_ index: Int) {
        let entry = entries[index]
        let found = find(word: entry.word, hash: entry.hash, number: entry.number)
        if found.number != entry.number { fail("slot \(entry.number) is not found, but \(found.number as Any)") }
        if found.isMisled { fail("a lookup of slot \(entry.number) is offered another hash") }
    }

    private mutating func findMissing(_ choice: Int) {
        // A bit that no key has set.
        let hash = Self.hash(choice: choice, spread: 0) | 1 << 50 | collisions
        if find(word: hash | 1, hash: hash, number: 0).number != nil { fail("a missing key is found") }
        let type = Self.types[choice]
        if typeEntries[type] == nil, find(word: type, hash: 0, number: 0).number != nil {
            fail("a missing type is found")
        }
        if unsafe table.replace(Self.slot(words.count), hash: hash, by: Self.slot(words.count + 1)) {
            fail("a missing slot is replaced")
        }
    }

    private mutating func checkAll() {
        for index in entries.indices { find(index) }
        // Each is found, so they are all when they are as many.
        var slots = 0
        unsafe table.forEachSlot { _ in slots += 1 }
        if slots != entries.count { fail("\(slots) slots for \(entries.count) keys") }
        let capacity = unsafe table.capacity
        if unsafe table.used != entries.count { fail("\(entries.count) keys are counted as another number") }
        if capacity < 64 || capacity & (capacity - 1) != 0 { fail("a capacity of \(capacity)") }
        if entries.count * 2 > capacity { fail("more than half full") }
        if unsafe table.isClosed { fail("closed") }
        unsafe table.checkInvariants()
    }
}

// MARK: Fewer bytes

extension TableFuzz {
    /// The bytes without every part that is not needed for `fails` to hold.
    static func shrunk(_ bytes: [UInt8], while fails: ([UInt8]) -> Bool) -> [UInt8] {
        var bytes = bytes
        var size = max(1, bytes.count / 2)
        while true {
            var start = 0
            var isShorter = false
            while start < bytes.count {
                let shorter = Array(bytes[..<start] + bytes[min(bytes.count, start + size)...])
                if fails(shorter) {
                    bytes = shorter
                    isShorter = true
                } else {
                    start += size
                }
            }
            if size == 1, !isShorter { return bytes }
            size = max(1, size / 2)
        }
    }
}
