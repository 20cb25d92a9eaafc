/// A location in the source: a file and a line.
@safe
public struct CodeLocation: Hashable, CustomStringConvertible, @unchecked Sendable {  // Points at constants.
    // Twelve bytes, because every registration has a location. `#fileID` is a constant of the binary and never freed.
    private let file: UnsafePointer<UInt8>
    /// The length of the file's name in the ten highest bits, and the line in the others.
    private let lengthAndLine: UInt32

    private static let lineBits: UInt32 = 22
    private static let lineMask: UInt32 = (1 << lineBits) - 1

    private var lineNumber: UInt32 { lengthAndLine & Self.lineMask }

    /// Creates a location; with the default arguments, that of the call.
    @usableFromInline
    package init(fileID: StaticString = #fileID, line: Int = #line) {
        unsafe file = fileID.utf8Start
        let length = min(UInt32(clamping: fileID.utf8CodeUnitCount), UInt32.max >> Self.lineBits)
        lengthAndLine = length << Self.lineBits | min(UInt32(clamping: line), Self.lineMask)
    }

    /// The file in the form of `#fileID`: `Module/File.swift`.
    public var fileID: String {
        let length = Int(lengthAndLine >> Self.lineBits)
        return unsafe String(decoding: UnsafeBufferPointer(start: file, count: length), as: UTF8.self)
    }

    /// The line in the file, counted from 1.
    public var line: Int { Int(lineNumber) }

    /// `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }

    /// Whether file and line are equal.
    public static func == (left: CodeLocation, right: CodeLocation) -> Bool {
        // Usually both point at the same constant of the binary.
        unsafe left.lengthAndLine == right.lengthAndLine && (left.file == right.file || left.fileID == right.fileID)
    }

    /// Hashes file and line.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(lineNumber)
    }
}
