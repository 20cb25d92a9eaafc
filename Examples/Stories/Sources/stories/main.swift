import Foundation
import StoriesCore

let usage = "usage: stories [orders | knight | gate]"

let stories: [Story]
switch Array(CommandLine.arguments.dropFirst()) {
case []: stories = [.orders, .knight, .gate]
case ["orders"]: stories = [.orders]
case ["knight"]: stories = [.knight]
case ["gate"]: stories = [.gate]
case ["--help"]:
    print(usage)
    exit(0)
default:
    FileHandle.standardError.write(Data("\(usage)\n".utf8))
    exit(64)
}

do {
    for story in stories { try story.tell() }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
