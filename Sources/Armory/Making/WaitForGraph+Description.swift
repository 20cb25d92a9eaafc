// Describes which thread waits for which at this moment, for a program that hangs. No resolve runs this code.
//
// A picture is taken under the graph's lock, and its text is made after it, because the description of a qualifier is
// user code.

extension WaitForGraph: CustomStringConvertible {
    /// Each sleeping thread with its target, the thread that makes that and both paths; and each complete instance that
    /// waits for others.
    ///
    /// Any thread may read it at any time, unless it holds the graph's lock.
    package var description: String { picture().text }

    private func picture() -> Picture {
        lock.withLock {
            var picture = Picture()
            for sleeper in sleepers {
                // The thread is asleep, so its path stays as it is and the slots on it are alive.
                picture.sleepers.append(
                    Picture.Sleeper(
                        thread: picture.number(of: sleeper), target: picture.target(of: sleeper),
                        path: unsafe sleeper.context.bindings))
            }
            for build in pending where build.phase == .pending {
                picture.pending.append(
                    Picture.Pending(
                        subject: picture.subject(build),
                        held: build.dependencies.filter(\.isUnfinished).map { picture.subject($0) }))
            }
            picture.asleep = Set(picture.sleepers.map(\.thread))
            return picture
        }
    }
}

/// The graph at one moment.
private struct Picture {
    struct Sleeper {
        let thread: Int
        let target: Target
        let path: [AnyBinding]
    }

    enum Target {
        case nothing
        case build(Subject)
        /// A container's turn, and the thread that has it.
        case gate(running: Int?)
        /// An action that one thread at a time does, and that thread.
        case turn(user: Int?)
    }

    /// An instance that is not finished.
    struct Subject {
        let type: any Any.Type
        /// Nil if the instance is not kept: other threads do not see it.
        let binding: AnyBinding?
        let phase: AnyBuild.Phase
        let owner: Int
        /// The owner's path up to the instance; empty if the owner may have left it.
        let ownerPath: [AnyBinding]
    }

    struct Pending {
        let subject: Subject
        let held: [Subject]
    }

    var sleepers: [Sleeper] = []
    var pending: [Pending] = []
    var asleep: Set<Int> = []
    private var numbers: [ObjectIdentifier: Int] = [:]
}

// MARK: Taking it

extension Picture {
    /// The thread's number in this picture.
    mutating func number(of thread: ThreadNode) -> Int {
        if let known = numbers[ObjectIdentifier(thread)] { return known }
        numbers[ObjectIdentifier(thread)] = numbers.count + 1
        return numbers.count
    }

    /// The target that the sleeper waits for.
    ///
    /// The wait-for graph is locked.
    mutating func target(of sleeper: ThreadNode) -> Target {
        switch sleeper.target {
        case nil: .nothing
        case .gate(let gate): .gate(running: gate.running.map { number(of: $0) })
        case .build(let build): .build(subject(build))
        case .turn(let turn): .turn(user: turn.user.map { number(of: $0) })
        }
    }

    /// Describes a build.
    ///
    /// The wait-for graph is locked, and the build is unfinished, or a sleeper has its slot on the path: so the slot is
    /// alive.
    mutating func subject(_ build: AnyBuild) -> Subject {
        // A build that a sleeper waits for is watched, so its thread cannot leave the factory now. In an injection, the
        // build may have been put off.
        let isOnOwnersPath = build.phase == .constructing
        let ownerPath = unsafe build.slot.map { slot in
            isOnOwnersPath ? unsafe build.owner.context.bindings(upTo: slot) : []
        }
        return Subject(
            type: build.instanceType, binding: unsafe build.slot.map { unsafe $0.binding }, phase: build.phase,
            owner: number(of: build.owner), ownerPath: ownerPath ?? [])
    }
}

// MARK: Putting it into words

extension Picture {
    var text: String {
        if sleepers.isEmpty && pending.isEmpty { return "No thread waits." }
        return (sleepers.map(text) + pending.map(text)).joined(separator: "\n")
    }

    private func text(of sleeper: Sleeper) -> String {
        var lines = ["thread \(sleeper.thread) waits for \(text(of: sleeper.target))"]
        if !sleeper.path.isEmpty { lines.append("  its path: \(text(of: sleeper.path))") }
        if case .build(let subject) = sleeper.target, !subject.ownerPath.isEmpty {
            lines.append("  the path of thread \(subject.owner): \(text(of: subject.ownerPath))")
        }
        return lines.joined(separator: "\n")
    }

    private func text(of target: Target) -> String {
        switch target {
        case .nothing: "nothing any more"
        case .gate(let running?): "its turn in a container that builds one at a time; \(text(ofThread: running)) has it"
        case .gate(nil): "its turn in a container that builds one at a time; nobody has it"
        case .turn(let user?): "its turn with a lazy dependency or a kept graph; \(text(ofThread: user)) has it"
        case .turn(nil): "its turn with a lazy dependency or a kept graph; nobody has it"
        case .build(let subject): "\(name(of: subject)), which \(text(ofThread: subject.owner)) \(deed(of: subject))"
        }
    }

    private func text(of pending: Pending) -> String {
        let held = pending.held.map { "\(name(of: $0)) (\($0.phase), thread \($0.owner))" }
        return "\(name(of: pending.subject)) is complete but not published; thread \(pending.subject.owner) made it, "
            + "and it holds \(held.joined(separator: ", "))"
    }

    private func text(ofThread number: Int) -> String {
        "thread \(number) (\(asleep.contains(number) ? "asleep" : "running"))"
    }

    private func text(of path: [AnyBinding]) -> String {
        path.map(\.key.description).joined(separator: " → ")
    }

    private func name(of subject: Subject) -> String {
        subject.binding?.key.description ?? "\(TypeName.of(subject.type)), which is not kept"
    }

    private func deed(of subject: Subject) -> String {
        switch subject.phase {
        case .constructing: "is constructing"
        case .injecting: "is injecting"
        case .pending: "has made, though what it holds is unfinished"
        case .done: "has made"
        case .failed: "has given up"
        }
    }
}
