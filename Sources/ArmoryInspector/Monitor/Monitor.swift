// What is remembered of events.

#if Inspector
internal import Armory

/// All that the inspector keeps; under its lock.
struct Monitor {
    /// What was counted of a registration, or of all; what took how long in all, the container measures itself.
    struct Counts {
        var made = 0
        var failed = 0
        var closed = 0
        var waits = 0
        var longest: UInt64 = 0
    }

    /// An event in the ring: texts and numbers, so that it holds neither instances and errors nor what a registration has captured,
    /// and nobody's code runs when it is overwritten.
    struct Occurrence {
        enum Kind: String {
            case registered, made, failed, waited, closed, opened, ended
        }

        let kind: Kind
        var registration: RegistrationTexts?
        var container: ContainerID?
        var tag: ScopeTag?
        var asker: RegistrationTexts?
        let span: TimeSpan
        var thread: ThreadID?
        var awaits = false
        var detail: String?
    }

    /// What was counted of each registration, and its texts, by its number in the roster.
    private(set) var counts: [Int: (texts: RegistrationTexts, counts: Counts)] = [:]
    private(set) var total = Counts()
    private(set) var registered = 0
    private(set) var recent: Ring<Occurrence>
    private(set) var scopes: ScopeBook
    private(set) var profile: ProfileBook
    let limits: Inspector.Limits

    init(_ limits: Inspector.Limits) {
        self.limits = limits
        recent = Ring(capacity: limits.events)
        scopes = ScopeBook(capacity: limits.scopes)
        profile = ProfileBook(capacity: limits.profile)
    }

    /// Under the lock: what was made of an event before, and the one that it happened to.
    mutating func note(_ event: ContainerEvent, _ occurrence: Occurrence, _ member: Member?) {
        switch event {
        case .resolved: return
        case .registered: registered += 1
        case .made(let making):
            let time = making.span.end - making.span.start
            count(member) {
                $0.made += 1
                $0.longest = max($0.longest, time)
            }
            add(1, occurrence)
            profile.note(occurrence)
        case .failed:
            count(member) { $0.failed += 1 }
            profile.note(occurrence)
        case .waited(let wait):
            count(member) { $0.waits += 1 }
            profile.note(occurrence, maker: wait.maker)
        case .closed:
            count(member) { $0.closed += 1 }
            add(-1, occurrence)
        case .opened(let scope):
            scopes.open(scope)
            profile.noteOpened(scope)
        case .ended(let scope, let end): scopes.end(scope, isFailed: !end.isCompleted)
        }
        recent.append(occurrence)
    }

    private mutating func add(_ instances: Int, _ occurrence: Occurrence) {
        guard let container = occurrence.container, occurrence.registration?.lifetime.isCounted == true else { return }
        scopes.add(instances, to: container)
    }

    /// Counts for all of them, and for one, where there is a place for it.
    private mutating func count(_ member: Member?, _ change: (inout Counts) -> Void) {
        change(&total)
        guard let member, let number = member.number else { return }
        change(&counts[number, default: (member.texts, Counts())].counts)
    }

    /// What was thrown, as text of at most a thousand characters.
    static func detail(of event: ContainerEvent) -> String? {
        switch event {
        case .failed(let failure): String("\(failure.error)".prefix(1000))
        case .closed(let closing):
            closing.errors.isEmpty
                ? nil : String(closing.errors.map { "\($0)" }.joined(separator: "\n").prefix(1000))
        case .ended(_, .failed(let error)): String("\(error)".prefix(1000))
        default: nil
        }
    }
}

extension Monitor.Occurrence {
    /// What is kept of an event; nil: nothing.
    ///
    /// Texts may be made by anybody's code, so this is not called under a lock.
    init?(_ event: ContainerEvent, _ registration: RegistrationTexts?, asker: RegistrationTexts?) {
        switch event {
        case .resolved: return nil
        case .registered:
            self.init(kind: .registered, registration: registration, span: TimeSpan(at: Platform.now))
        case .made(let making): self.init(kind: .made, making, registration, asker)
        case .failed(let failure): self.init(kind: .failed, failure.making, registration, asker)
        case .waited(let wait):
            self.init(
                kind: .waited, registration: registration, container: wait.container, asker: asker, span: wait.span,
                thread: wait.thread, detail: wait.maker.map { "made on thread \($0)" })
        case .closed(let closing):
            self.init(
                kind: .closed, registration: registration, container: closing.container, span: closing.span)
        case .opened(let scope):
            self.init(kind: .opened, container: scope.container, tag: scope.tag, span: scope.span)
        case .ended(let scope, _):
            self.init(kind: .ended, container: scope.container, tag: scope.tag, span: scope.span)
        }
        detail = detail ?? Monitor.detail(of: event)
    }

    private init(
        kind: Kind, _ making: ContainerEvent.Making, _ registration: RegistrationTexts?, _ asker: RegistrationTexts?
    ) {
        self.init(
            kind: kind, registration: registration, container: making.container, tag: making.scope, asker: asker,
            span: making.span, thread: making.thread, awaits: making.awaits)
    }
}

extension ContainerEvent {
    /// What it happened to, and who had asked for it.
    var parties: (registration: RegistrationInfo?, asker: RegistrationInfo?) {
        switch self {
        case .made(let making): (making.registration, making.asker)
        case .failed(let failure): (failure.making.registration, failure.making.asker)
        case .waited(let wait): (wait.registration, wait.asker)
        case .closed(let closing): (closing.registration, nil)
        case .registered, .resolved, .opened, .ended: (nil, nil)
        }
    }
}

extension TimeSpan {
    fileprivate init(at moment: UInt64) {
        self.init(start: moment, end: moment)
    }
}

extension ContainerGraph.Lifetime {
    /// Whether each instance's end is told, so that those that live can be counted.
    var isCounted: Bool {
        switch self {
        case .singleton, .scoped, .custom: true
        case .transient, .shared, .graph: false
        }
    }
}
#endif
