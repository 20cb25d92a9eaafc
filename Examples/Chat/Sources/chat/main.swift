#if Chat
import Armory
import ArmoryServiceLifecycle
import ChatCore
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count <= 1, let port = UInt16(arguments.first ?? "8081") else {
    FileHandle.standardError.write(Data("usage: chat [PORT]\n".utf8))
    exit(64)
}
do {
    let container = try Container {
        Module.chat(port: port) { port in
            let text = "chat listens on http://127.0.0.1:\(port), for a browser; Ctrl-C stops it\n"
            FileHandle.standardOutput.write(Data(text.utf8))
        }
    }
    try await container.runServices(logger: log)
} catch {
    FileHandle.standardError.write(Data("chat: \(error)\n".utf8))
    exit(1)
}
#else
print("chat: build it with --traits Chat")
#endif
