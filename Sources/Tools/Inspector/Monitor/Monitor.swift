// The data that is kept about events.

#if Inspector
internal import Armory
internal import ArmoryDiagrams

/// All data that the inspector keeps; its lock guards it.
struct Monitor {
    /// The counts of one registration, or of all; the container itself measures total times.
    struct Counts {
        var made = 0
        var failed = 0
        var closed = 0
        var waits = 0
        var longest: UInt64 = 0
    }

    /// An event in the ring, as texts and numbers.
    ///
    /// So it holds no instances, no errors, and nothing that a registration has captured. No user code runs when it is
    /// overwritten.
    struct Occurrence {
        enum Kind: String {
            case registered, made, failed, waited, closed, opened, ended
        }

        let kind: Kind
        var registration: StartupRecord.Factory?
        var container: UInt64?
        var tag: ScopeTag?
        var asker: StartupRecord.Factory?
        let span: TimeSpan
        var thread: UInt64?
        var awaits = false
        var detail: String?
        /// The request that an opened scope belongs to.
        var request: RequestTexts?
        /// The location of the code that opened a scope.
        var place: CodeLocation?
    }

    /// The counts and texts of each registration, by its number in the roster.
    private(set) var counts: [Int: (texts: StartupRecord.Factory, counts: Counts)] = [:]
    private(set) var total = Counts()
    private(set) var recent: Ring<Occurrence>
    private(set) var scopes: ScopeBook
    private(set) var records: RecordBook
    private(set) var profile: ProfileBook
    let limits: Inspector.Limits

    init(_ limits: Inspector.Limits) {
        self.limits = limits
        recent = Ring(capacity: limits.events)
        scopes = ScopeBook(capacity: limits.scopes)
        records = RecordBook(capacity: limits.requests)
        profile = ProfileBook(capacity: limits.profile)
    }

    /// Notes an event, for a caller that holds the lock; the caller has made `occurrence` and `member` before.
    mutating func note(_ event: ContainerEvent, _ occurrence: Occurrence, _ member: Member?) {
        switch event {
        case .resolved: return
        case .registered: break
        case .made(let making):
            let time = making.span.end - making.span.start
            count(member) {
                $0.made += 1
                $0.longest = max($0.longest, time)
            }
            add(1, occurrence)
            profile.note(occurrence)
            records.note(occurrence)
        case .failed:
            count(member) { $0.failed += 1 }
            profile.note(occurrence)
            records.note(occurrence)
        case .waited(let wait):
            count(member) { $0.waits += 1 }
            profile.note(occurrence, maker: wait.maker)
            records.note(occurrence)
        case .closed:
            count(member) { $0.closed += 1 }
            add(-1, occurrence)
            records.note(occurrence)
        case .opened(let scope):
            scopes.open(scope, occurrence.request)
            records.open(occurrence, in: scope.parent)
            profile.noteOpened(scope)
        case .ended(let scope, let end):
            let slowAge = scopes.end(scope, isFailed: !end.isCompleted)
            records.end(occurrence, slowAge: slowAge)
        }
        recent.append(occurrence)
    }

    private mutating func add(_ instances: Int, _ occurrence: Occurrence) {
        guard let container = occurrence.container, occurrence.registration?.lifetime.isCounted == true else { return }
        scopes.add(instances, to: container)
    }

    /// Counts for the total, and for the registration if it has a number.
    private mutating func count(_ member: Member?, _ change: (inout Counts) -> Void) {
        change(&total)
        guard let member, let number = member.number else { return }
        change(&counts[number, default: (member.texts, Counts())].counts)
    }

    /// The errors of an event, as text of at most a thousand characters.
    static func detail(of event: ContainerEvent) -> String? {
        switch event {
        case .failed(_, let error): String("\(error)".prefix(1000))
        case .closed(let closing):
            closing.errors.isEmpty
                ? nil : String(closing.errors.map { "\($0)" }.joined(separator: "\n").prefix(1000))
        case .ended(_, .failed(let error)): String("\(error)".prefix(1000))
        default: nil
        }
    }
}

extension Monitor.Occurrence {
    /// The data that is kept of an event, or `nil` for an event that is not kept.
    ///
    /// Making texts may run user code, so this is not called under a lock.
    init?(_ event: ContainerEvent, _ registration: StartupRecord.Factory?, asker: StartupRecord.Factory?) {
        switch event {
        case .resolved: return nil
        case .registered:
            self.init(kind: .registered, registration: registration, span: TimeSpan(at: EventClock.now))
        case .made(let making): self.init(kind: .made, making, registration, asker)
        case .failed(let making, _): self.init(kind: .failed, making, registration, asker)
        case .waited(let wait):
            self.init(
                kind: .waited, registration: registration, container: wait.container, asker: asker, span: wait.span,
                thread: wait.thread, detail: wait.maker.map { "made on thread \($0)" })
        case .closed(let closing):
            self.init(
                kind: .closed, registration: registration, container: closing.container, span: closing.span)
        case .opened(let scope):
            self.init(
                kind: .opened, container: scope.container, tag: scope.tag, span: scope.span,
                request: RequestTexts(scope), place: scope.location)
        case .ended(let scope, _):
            self.init(kind: .ended, container: scope.container, tag: scope.tag, span: scope.span)
        }
        detail = detail ?? Monitor.detail(of: event)
    }

    private init(
        kind: Kind, _ making: ContainerEvent.Making, _ registration: StartupRecord.Factory?,
        _ asker: StartupRecord.Factory?
    ) {
        self.init(
            kind: kind, registration: registration, container: making.container, tag: making.scope, asker: asker,
            span: making.span, thread: making.thread, awaits: making.awaits)
    }
}

extension ContainerEvent {
    /// The registration of the event, and the registration that asked for it.
    var parties: (registration: RegistrationInfo?, asker: RegistrationInfo?) {
        switch self {
        case .made(let making): (making.registration, making.asker)
        case .failed(let making, _): (making.registration, making.asker)
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

extension Lifetime {
    /// Whether the end of each instance is reported, so that living instances can be counted.
    var isCounted: Bool {
        switch self {
        case .singleton, .scoped, .custom: true
        case .transient, .shared, .graph: false
        }
    }
}
#endif
