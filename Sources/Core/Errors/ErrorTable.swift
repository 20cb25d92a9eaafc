// The words of the core's codes: for each the first line, and on the next one the fix. A word in braces stands for what the error is about.
// The words after a code are for errors of this code about a hook, all instances or a scope, or with a registration that asks.

enum ErrorTable {
    private static let table = """
        missing: {key} is not registered.
        {register}
        missing asked: {asker} needs {key}, which is not registered.
        {register}
        duplicate: {key} is registered twice.
        remove one of the two, distinguish them with named(_:), or build the container with \
        configuration: .init(duplicates: .replace) to let the last one win.
        overridesNothing: {key} overrides nothing: it is not registered.
        register {key} where the container is built, or add it to the container that overrides.
        valueTypeShared: {key} cannot be shared: its factory returned a value of type {value}, not an object.
        use Singleton or Graph for value types, or let the factory return an object.
        cycle: {key} depends on itself.
        {inject}
        cycle asked: {key} depends on itself.
        let the factory of {asker} take Lazy<{type}> instead of {type}, or {inject}
        tooDeep: {key} is too deep in the graph: {levels} levels use up the thread's stack.
        resolve on a thread with a larger stack, or make the chain of dependencies shorter.
        wrongArguments: {key} {mismatch}.
        {arguments}
        factoryFailed: {key} could not be created: its {part} threw.
        remove the cause of the error; {sequel}.
        replacedWhileInjecting: {key} was replaced by another object while it was being injected, as part of a cycle.
        change the object that inject receives instead of assigning another one.
        timedOut: {key} is still being created by another {other}, and the wait limit has passed.
        check what the other {other}'s factory waits for, or raise waitLimit in the container's configuration.
        timedOut hook: {key} has a {part} that took longer than its limit and was cancelled.
        make the hook end earlier, or raise its limit with within: or hookLimit in the container's configuration.
        shutdownFailed: {key} could not be closed: its {part} threw.
        remove the cause of the error.
        shutdownFailed scope: The scope {tag} has ended, but not every instance could be closed
        see each of them.
        shutdownFailed all: The container has ended, but not every instance could be closed
        see each of them.
        seedNotDeclared: {key} is a seed, but no Seeded registration of the scope {tag} declares it.
        {seed}
        seedNotDeclared replaced: {key} is a seed, but an override has replaced its Seeded registration.
        open the scope without the seed, or leave the Seeded registration as it is: the seed is what a test gives to the scope.
        seededTwice: {key} was passed to the scope twice.
        pass it once, or distinguish the two with named(_:).
        outsideScope: {key} lives in the scope {tag}, and no such scope is open here.
        resolve it from a scope, which container.withScope({open}) { scope in … } opens; an instance that outlives the scope cannot \
        hold it.
        asynchronous: {key} has not been created yet, and its factory is async.
        use resolveAsync, or make it an eager Singleton and call start() first.
        asynchronous asked: {asker} needs {key} without awaiting, but the factory of {key} is async.
        let the factory of {asker} be async too, or make {key} an eager Singleton and call start() first.
        cancelled: {key} cannot be resolved: the task that resolves it was cancelled.
        resolve it again, in a task that is not cancelled.
        declined: {key} was not created: its factory declined.
        ask for an optional if the factory may decline.
        declined asked: {asker} needs {key}, whose factory declined to create it.
        ask for an optional if the factory may decline.
        closed: {call}: the container is closed.
        {before}
        closed parent: {call}: a parent of the container is closed.
        close a container before its parents, or keep the instance.
        closed base: {call}: the container that it overrides is closed.
        close a container before the one that it overrides, or keep the instance.
        closed scope: {call}: the scope {tag} has ended.
        use the instances of a scope before it ends, or open another scope.
        """

    private static let texts: [String: (headline: String, fix: String)] = {
        let lines = table.split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: lines.count, by: 2).map { line in
                let parts = lines[line].split(separator: ": ", maxSplits: 1)
                return (String(parts[0]), (String(parts[1]), String(lines[line + 1])))
            })
    }()

    /// The words of a code, in the form for a variant if it has one.
    static func headlineAndFix(ofCode code: String, variant: String?) -> (headline: String, fix: String) {
        variant.flatMap { texts["\(code) \($0)"] } ?? texts[code] ?? ("{key} cannot be resolved.", "see the code.")
    }
}
