import Foundation
import UntrustedInput

/// The highest resident memory of this process. Thread-safe.
package enum PeakMemory {
    /// Kept open, because a sandboxed process can't open it. Negative if the system doesn't allow it.
    private static let reset = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    private static let status = open("/proc/self/status", O_RDONLY | O_CLOEXEC)

    /// Opens the files that are read later. Call it before the process is sandboxed.
    package static func prepare() { _ = (reset, status) }

    /// Begins a new measurement, where the system allows that. Otherwise it began with the process.
    static func restart() { if reset >= 0 { _ = write(reset, "5", 1) } }

    /// The highest memory since the measurement began, in bytes; 0 if the system doesn't say.
    static var bytes: Int { value(of: "VmHWM:") }

    /// The present memory, in bytes; 0 if the system doesn't say.
    static var present: Int { value(of: "VmRSS:") }

    private static func value(of field: String) -> Int {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = pread(status, &buffer, buffer.count, 0)
        guard count > 0 else { return 0 }
        for line in buffer[..<count].split(separator: UInt8(ascii: "\n")) where line.starts(with: field.utf8) {
            let digits = line.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) << 10
        }
        return 0
    }
}
