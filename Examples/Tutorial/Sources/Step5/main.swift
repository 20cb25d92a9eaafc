import Armory

let container = try Container { links }
let ada = ScopeSeed(Request(user: "Ada"))
let code = try await container.withScope(seeds: [ada]) { scope async throws in
    let draft = try scope.resolve(Draft.self)
    let same = try scope.resolve(Draft.self)
    print("one draft for \(draft.request.user): \(draft === same)")
    return draft.add("https://swift.org")
}
print(code, "leads to", try container.resolve(Redirector.self).visit(code) ?? "nothing")

struct NotAllowed: Error {}

do {
    try await container.withScope(seeds: [ScopeSeed(Request(user: "Ben"))]) { scope async throws in
        _ = try scope.resolve(Draft.self).add("https://example.com")
        throw NotAllowed()
    }
} catch {
    print("Ben's request failed:", error)
}

do {
    _ = try container.resolve(Draft.self)
} catch {
    print(error)
}
