import Armory
import ArmoryDiagrams

let container = try Container { links }
print(try container.graph.tree())

print(try container.graph.explanation(of: "LinkStore"))

final class Creations: EventSubscriber {
    var kinds: ContainerEvent.Kinds { [.made, .scopes] }

    func receive(_ event: ContainerEvent) {
        switch event {
        case .made(let making): print("created \(making.registration.key) for \(making.asker?.key ?? "the program")")
        case .opened(let scope): print("opened \(scope.tag)")
        case .ended(let scope, let end): print("ended \(scope.tag), completed: \(end.isCompleted)")
        default: break
        }
    }
}

let watched = try Container(configuration: .init(subscribers: [Creations()])) { links }
_ = try watched.resolve(Redirector.self)
try await watched.withScope(seeds: [ScopeSeed(Request(user: "Ada"))]) { scope async throws in
    _ = try scope.resolve(Draft.self).add("https://swift.org")
}
