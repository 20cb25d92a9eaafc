// The contexts in which a program may run, and the closures that a factory has for them.

internal import ArmoryCore
internal import ArmoryRegistry

/// A context for which a factory can have a separate closure.
public enum FactoryContextType: Equatable, Sendable {
    /// The program has an argument.
    case arg(String)
    /// The program has one of several arguments.
    case args([String])
    /// The program runs in a preview.
    case preview
    /// The program runs tests.
    case test
    /// The library was built for debugging.
    case debug
    /// The program runs in a simulator.
    case simulator
    /// The program does not run in a simulator.
    case device
}

/// The context in which the program runs.
public struct FactoryContext: Sendable {
    /// The arguments of the program.
    public var arguments: [String] = CommandLine.arguments
    /// Further arguments, by key, which the program has set itself.
    public var runtimeArguments: [String: String] = [:]
    /// Whether the program runs in a preview.
    public var isPreview = Environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1"
    /// Whether the program runs tests, of XCTest or of Swift Testing.
    public var isTest = isTestProcess
    /// Whether the program runs in a simulator.
    public var isSimulator = Environment["SIMULATOR_UDID"] != nil
    /// Whether the library was built for debugging.
    public var isDebug = wasBuiltForDebugging

    /// Creates the context that the process was started in.
    public init() {}

    private static let isTestProcess: Bool = {
        if Environment["XCTestConfigurationFilePath"] != nil { return true }
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? ""
        return program.contains("xctest") || program.contains("swiftpm-testing-helper")
    }()

    private static var wasBuiltForDebugging: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }
}

extension FactoryContext {
    /// The context of this process.
    ///
    /// Any thread may read and set it. A change of one property reads the context and sets it again, so do not change
    /// several at the same time, except arguments by ``setArg(_:forKey:)`` and ``removeArg(forKey:)``.
    public static var current: FactoryContext {
        get { holder.value }
        set { holder.change { $0 = newValue } }
    }

    private static let holder = Guarded(FactoryContext())

    /// Adds an argument.
    ///
    /// - Parameters:
    ///   - arg: The argument, as in ``FactoryModifying/onArg(_:factory:)``.
    ///   - key: The key by which the argument is replaced and removed.
    public static func setArg(_ arg: String, forKey key: String) {
        holder.change { $0.runtimeArguments[key] = arg }
    }

    /// Removes an argument that was added.
    public static func removeArg(forKey key: String) {
        holder.change { $0.runtimeArguments[key] = nil }
    }
}

/// The closures of a factory for contexts.
struct ContextClosures {
    private var arguments: [String: AnyClosure] = [:]
    private var preview: AnyClosure?
    private var test: AnyClosure?
    private var simulator: AnyClosure?
    private var device: AnyClosure?
    private var debug: AnyClosure?
    /// Whether there is none.
    private(set) var isEmpty = true

    mutating func set(_ closure: AnyClosure, in context: FactoryContextType) {
        isEmpty = false
        switch context {
        case .arg(let argument): arguments[argument] = closure
        case .args(let list): for argument in list { arguments[argument] = closure }
        case .preview: preview = closure
        case .test: test = closure
        case .simulator: simulator = closure
        case .device: device = closure
        case .debug: debug = closure
        }
    }

    /// The closure for a context; nil if none applies.
    func closure(in context: FactoryContext) -> AnyClosure? {
        if !arguments.isEmpty {
            for argument in context.arguments {
                if let closure = arguments[argument] { return closure }
            }
            for (_, argument) in context.runtimeArguments.sorted(by: { $0.key < $1.key }) {
                if let closure = arguments[argument] { return closure }
            }
        }
        if context.isPreview, let preview { return preview }
        if context.isTest, let test { return test }
        if context.isSimulator, let simulator { return simulator }
        if !context.isSimulator, let device { return device }
        return context.isDebug ? debug : nil
    }
}
