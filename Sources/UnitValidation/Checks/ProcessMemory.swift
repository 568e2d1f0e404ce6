import Foundation
import UntrustedInput

/// What the system says about this process's memory.
enum ProcessMemory {
    /// Bytes of the process's own pages that are in memory; nil where the system doesn't say.
    static var resident: Int? { field("RssAnon:") }

    /// The same of another process.
    static func resident(of process: Int32) -> Int? { field("RssAnon:", of: "\(process)") }

    /// The most bytes that were in memory since `resetPeak`.
    static var peak: Int? { field("VmHWM:") }

    /// Bytes in memory, files' pages included: what `peak` began from.
    static var current: Int? { field("VmRSS:") }

    /// Lets `peak` begin anew; false where the system doesn't allow it.
    static func resetPeak() -> Bool {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
        defer { try? file.close() }
        return (try? file.write(contentsOf: Data("5".utf8))) != nil
    }

    private static func field(_ name: String, of process: String = "self") -> Int? {
        guard let text = try? WholeFile.text(at: "/proc/\(process)/status"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return kibibytes * 1024
    }
}
