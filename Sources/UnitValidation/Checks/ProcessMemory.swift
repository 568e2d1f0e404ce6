import Foundation
import UntrustedInput

/// Memory statistics of processes, as reported by the system.
enum ProcessMemory {
    /// The resident anonymous memory of this process in bytes, or nil if the system doesn't report it.
    static var resident: Int? { field("RssAnon:") }

    /// Returns the resident anonymous memory of another process in bytes.
    static func resident(of process: Int32) -> Int? { field("RssAnon:", of: "\(process)") }

    /// The peak resident memory since `resetPeak`, in bytes.
    static var peak: Int? { field("VmHWM:") }

    /// The resident memory in bytes, including pages of files. After `resetPeak`, `peak` starts from this value.
    static var current: Int? { field("VmRSS:") }

    /// Resets `peak`. Returns false if the system doesn't allow it.
    static func resetPeak() -> Bool {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
        defer { try? file.close() }
        return (try? file.write(contentsOf: Data("5".utf8))) != nil
    }

    private static func field(_ name: String, of process: String = "self") -> Int? {
        guard let text = try? FileReader.text(at: "/proc/\(process)/status"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kibibytes * 1024
    }
}
