import Foundation
import OrdersCore

// The example's data, independent of the working directory: this file is Sources/orders/main.swift in the example.
let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
let data = example.appending(component: "Data", directoryHint: .isDirectory)

let outcome = Program.run { () throws(OrdersError) in
    try Options(Array(CommandLine.arguments.dropFirst()), data: data)
}
if !outcome.output.isEmpty { print(outcome.output) }
if !outcome.complaint.isEmpty {
    FileHandle.standardError.write(Data("orders: \(outcome.complaint)\n".utf8))
}
exit(outcome.code.rawValue)
