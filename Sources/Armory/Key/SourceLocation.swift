/// Where in the source something was written.
@safe
public struct SourceLocation: Hashable, CustomStringConvertible, @unchecked Sendable {  // Points at constants.
    // Twelve bytes, because every registration has one. `#fileID` is a constant of the binary, which outlives all.
    private let file: UnsafePointer<UInt8>
    /// The length of the file's name in the ten bits on top, and the line.
    private let lengthAndLine: UInt32

    private static let lineBits: UInt32 = 22
    private static let lineMask: UInt32 = (1 << lineBits) - 1

    private var fileLength: UInt32 { lengthAndLine >> Self.lineBits }
    private var lineNumber: UInt32 { lengthAndLine & Self.lineMask }

    /// The place of the call, when the defaults are left alone.
    public init(fileID: StaticString = #fileID, line: Int = #line) {
        unsafe file = fileID.utf8Start
        let length = min(UInt32(clamping: fileID.utf8CodeUnitCount), UInt32.max >> Self.lineBits)
        lengthAndLine = length << Self.lineBits | min(UInt32(clamping: line), Self.lineMask)
    }

    /// The file as `#fileID` gives it: `Module/File.swift`.
    public var fileID: String {
        unsafe String(decoding: UnsafeBufferPointer(start: file, count: Int(fileLength)), as: UTF8.self)
    }

    /// The line in the file, from 1.
    public var line: Int { Int(lineNumber) }

    /// `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }

    /// Whether file and line are the same.
    public static func == (left: SourceLocation, right: SourceLocation) -> Bool {
        // The same constant of the binary, mostly.
        unsafe left.lengthAndLine == right.lengthAndLine && (left.file == right.file || left.fileID == right.fileID)
    }

    /// Hashes file and line.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(lineNumber)
    }
}
