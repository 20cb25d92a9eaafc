// Writes the sample data. Every run writes the same bytes: the numbers come from a generator with a fixed seed.
//
//     swift run make-data [DIR]        (default: Data)

import Foundation
import OrdersCore

/// SplitMix64.
///
/// The system's generator cannot be seeded.
struct FixedGenerator: RandomNumberGenerator {
    private var state: UInt64 = 2025

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Returns a number below a bound.
    ///
    /// Not `Int.random`: its mapping from bits to numbers may change between versions.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

func number(_ prefix: String, _ value: Int, digits: Int) -> String {
    let text = String(value)
    return prefix + String(repeating: "0", count: digits - text.count) + text
}

var random = FixedGenerator()
let places = ["Northwind", "Harbour", "Hillside", "Riverside", "Lakeland", "Meadow", "Summit", "Valley"]
let trades = ["Traders", "Supplies", "Bakery, Wholesale", "\"Quick\" Repairs", "Books"]
let cities = ["Oslo", "Lisbon", "Ghent", "Turin", "Graz", "Cork"]
let goods = [
    "Desk lamp", "Cable, USB-C, 2 m", "Monitor stand 27\"", "Notebook A5", "Paper, A4, 500 sheets", "Stapler",
    "Whiteboard", "Marker, blue", "Marker, black", "Envelope C5", "Folder, grey", "Chair mat", "Footrest",
    "Label roll 62 mm", "Pencil \"HB\"", "Ruler 30 cm", "Scissors", "Tape, clear", "Glue stick", "Wall clock",
]

var customers = [["id", "name", "tier", "city"]]
for trade in trades {
    for place in places {
        let tier = random.below(3) == 0 ? "wholesale" : "standard"
        customers.append([
            number("C", customers.count, digits: 3), "\(place) \(trade)", tier, cities[random.below(cities.count)],
        ])
    }
}

var prices = [["sku", "product", "standard", "wholesale"]]
for product in goods {
    let standard = 150 + random.below(9_850)
    // Some products have no wholesale price, so the report falls back to the standard price.
    let wholesale = random.below(5) == 0 ? "" : "\(Money(cents: standard * 8 / 10))"
    prices.append([number("P", prices.count, digits: 2), product, "\(Money(cents: standard))", wholesale])
}

var orders = [["id", "customer", "date", "sku", "quantity"]]
let firstDay = Date(timeIntervalSince1970: 1_704_067_200)  // 2024-01-01
let dayCount = 731  // Two years, including a leap year.
let orderCount = 1_200
for index in 0..<orderCount {
    let day = firstDay.addingTimeInterval(TimeInterval(index * dayCount / orderCount) * 86_400)
    orders.append([
        number("O", orders.count, digits: 4),
        number("C", 1 + random.below(customers.count - 1), digits: 3),
        day.day,
        number("P", 1 + random.below(prices.count - 1), digits: 2),
        String(1 + random.below(24)),
    ])
}

let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? "Data", directoryHint: .isDirectory)
do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, rows) in [("customers", customers), ("prices", prices), ("orders", orders)] {
        let text = rows.map { CSV.line($0) + "\n" }.joined()
        try Data(text.utf8).write(to: folder.appending(component: name + ".csv"))
        print("\(name).csv: \(rows.count - 1) rows")
    }
} catch {
    FileHandle.standardError.write(Data("make-data: \(folder.path): \(error.localizedDescription)\n".utf8))
    exit(73)  // EX_CANTCREAT
}
