import Foundation
import OrdersCore

// The example's own data, wherever it is run from: this file is at Sources/orders/main.swift of the package.
let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
let data = package.appending(component: "Data", directoryHint: .isDirectory)

let outcome = Program.run { () throws(OrdersError) in
    try Options(Array(CommandLine.arguments.dropFirst()), data: data)
}
if !outcome.output.isEmpty { print(outcome.output) }
if !outcome.complaint.isEmpty {
    FileHandle.standardError.write(Data("orders: \(outcome.complaint)\n".utf8))
}
exit(outcome.code.rawValue)
