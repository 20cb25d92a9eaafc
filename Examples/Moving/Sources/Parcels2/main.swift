import Foundation

do {
    if CommandLine.arguments.contains("graph") {
        try printGraph()
    } else {
        Day().run()
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
