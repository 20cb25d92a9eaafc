// Describes which thread waits for which at this moment, for a program that hangs. No resolve runs this code.
//
// The words are put together under the graph's lock. The registrations between them are described after it, because the
// description of a qualifier is user code.

extension WaitForGraph: CustomStringConvertible {
    /// Each sleeping thread with its target, the thread that makes that and both paths; and each complete instance that
    /// waits for others.
    ///
    /// Any thread may read it at any time, unless it holds the graph's lock.
    package var description: String {
        let picture = lock.withLock {
            var picture = Picture()
            for sleeper in sleepers { picture.add(sleeper) }
            for build in pending where build.phase == .pending { picture.add(pending: build) }
            return picture
        }
        return picture.text
    }
}

/// The graph at one moment.
private struct Picture {
    /// The text: words, each with the registrations that follow them.
    private var pieces: [(words: String, registrations: [Binding])] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    var text: String {
        guard !pieces.isEmpty else { return "No thread waits." }
        return pieces.map { $0.words + $0.registrations.map(\.key.description).joined(separator: " → ") }.joined()
    }
}

// MARK: Taking it

// The wait-for graph is locked.
extension Picture {
    /// Adds a thread that sleeps, so that its path stays as it is and the slots on it are alive.
    mutating func add(_ sleeper: ThreadNode) {
        beginLine()
        write("thread \(number(of: sleeper)) waits for ")
        switch sleeper.target {
        case nil: break
        case .gate(let gate): write("its turn in a container that builds one at a time; \(owner(gate.running))")
        case .turn:
            write("its turn with a lazy dependency or a kept graph; \(owner(sleeper.target.flatMap(\.owner)))")
        case .build(let build):
            write(build)
            write(", which \(name(of: build.owner)) \(deed(of: build))")
        }
        write("\n  its path: ", path: unsafe sleeper.context.bindings)
        if case .build(let build) = sleeper.target {
            write("\n  the path of thread \(number(of: build.owner)): ", path: ownerPath(to: build))
        }
    }

    /// Adds a complete instance that is not published.
    mutating func add(pending build: AnyBuild) {
        beginLine()
        write(build)
        write(" is complete but not published; thread \(number(of: build.owner)) created it, and it holds ")
        for (index, held) in build.dependencies.filter(\.isUnfinished).enumerated() {
            if index > 0 { write(", ") }
            write(held)
            write(" (\(held.phase), thread \(number(of: held.owner)))")
        }
    }

    private mutating func beginLine() {
        if !pieces.isEmpty { write("\n") }
    }

    private mutating func write(_ words: String) {
        pieces.append((words, []))
    }

    /// Writes a path, unless it is empty.
    private mutating func write(_ words: String, path: [Binding]) {
        if !path.isEmpty { pieces.append((words, path)) }
    }

    /// Writes the name of a build's instance.
    ///
    /// The build is unfinished, or a sleeper has its slot on the path: so the slot is alive.
    private mutating func write(_ build: AnyBuild) {
        if let slot = unsafe build.slot {
            pieces.append(("", [unsafe slot.binding]))
        } else {
            write("\(TypeName.of(build.instanceType)), which is not kept")
        }
    }

    /// The path of a build's thread up to the instance; empty if the thread may have left it.
    ///
    /// A build that a sleeper waits for is watched, so its thread cannot leave the factory now. In an injection, the
    /// build may have been put off.
    private func ownerPath(to build: AnyBuild) -> [Binding] {
        guard build.phase == .constructing, let slot = unsafe build.slot else { return [] }
        return unsafe build.owner.context.bindings(upTo: slot)
    }

    /// The thread's number in this picture.
    private mutating func number(of thread: ThreadNode) -> Int {
        if let known = numbers[ObjectIdentifier(thread)] { return known }
        numbers[ObjectIdentifier(thread)] = numbers.count + 1
        return numbers.count
    }

    private mutating func name(of thread: ThreadNode) -> String {
        "thread \(number(of: thread)) (\(thread.target == nil ? "running" : "asleep"))"
    }

    private mutating func owner(_ thread: ThreadNode?) -> String {
        thread.map { "\(name(of: $0)) holds it" } ?? "no thread holds it"
    }

    private func deed(of build: AnyBuild) -> String {
        switch build.phase {
        case .constructing: "is constructing"
        case .injecting: "is injecting"
        case .pending: "has created, but its dependencies are unfinished"
        case .done: "has created"
        case .failed: "has failed to create"
        }
    }
}
