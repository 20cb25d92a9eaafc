#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The memory statistics of the C library's allocator.
///
/// Swift's module for the C library of Linux does not include `malloc.h`, so its functions are looked up by name.
enum Heap {
    /// The bytes that are allocated now in the whole process; nil if the system does not report them.
    static var bytesInUse: Int? {
        #if canImport(Darwin)
        var statistics = unsafe malloc_statistics_t()
        unsafe malloc_zone_statistics(nil, &statistics)
        return unsafe Int(statistics.size_in_use)
        #else
        return allocatorReport.map(bytesInUse(in:))
        #endif
    }

    /// The size of an object's memory block in bytes; 0 if the system does not report it.
    static func bytes(of object: AnyObject) -> Int {
        let address = unsafe Unmanaged.passUnretained(object).toOpaque()
        #if canImport(Darwin)
        return unsafe Int(malloc_size(address))
        #else
        return unsafe usableSize.map { unsafe $0(address) } ?? 0
        #endif
    }
}

#if !canImport(Darwin)
extension Heap {
    private typealias UsableSize = @convention(c) (UnsafeMutableRawPointer?) -> Int
    private typealias WriteReport = @convention(c) (CInt, UnsafeMutableRawPointer?) -> CInt

    private static let usableSize = unsafe function("malloc_usable_size", as: UsableSize.self)
    private static let writeReport = unsafe function("malloc_info", as: WriteReport.self)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        unsafe dlsym(dlopen(nil, RTLD_NOW), name).map { unsafe unsafeBitCast($0, to: type) }
    }

    /// The report of Glibc's `malloc_info`: XML with the totals at the end.
    private static var allocatorReport: String? {
        var text: UnsafeMutablePointer<CChar>?
        var length = 0
        guard let writeReport = unsafe writeReport, let file = unsafe open_memstream(&text, &length) else {
            return nil
        }
        let isWritten = unsafe writeReport(0, UnsafeMutableRawPointer(file)) == 0
        unsafe fclose(file)
        defer { unsafe free(text) }
        return unsafe isWritten ? text.map { unsafe String(cString: $0) } : nil
    }

    /// The allocator's memory from the system without its free blocks, plus the large blocks, which are mapped
    /// separately.
    private static func bytesInUse(in report: String) -> Int {
        guard let end = report.end(ofLast: "</heap>") else { return 0 }
        var bytes = 0
        for line in report[end...].split(separator: "\n") {
            let size = Int(line.split(separator: "size=\"").last?.prefix { $0.isNumber } ?? "") ?? 0
            if line.contains("type=\"current\"") && line.hasPrefix("<system") || line.contains("type=\"mmap\"") {
                bytes += size
            } else if line.contains("type=\"fast\"") || line.contains("type=\"rest\"") {
                bytes -= size
            }
        }
        return bytes
    }
}

extension String {
    /// The end of the last occurrence of `word`.
    fileprivate func end(ofLast word: String) -> Index? {
        ranges(of: word).last?.upperBound
    }
}
#endif
