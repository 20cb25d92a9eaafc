import Armory

let container = try Container { links }
print("the container is built")
do {
    _ = try container.resolve(Reports.self)
} catch {
    print(error)
}

try await container.start()
print("the container is started")

let code = try container.resolve(Shortener.self).shorten("https://swift.org")
let redirector = try container.resolve(Redirector.self)
for _ in 1...3 { _ = redirector.visit(code) }
print("requests are answered")

try await container.shutdown()
print("the container is shut down")
