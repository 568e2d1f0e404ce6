import Foundation

/// Processes as /proc shows them.
enum ProcessTree {
    /// Returns the numbers of the processes that a process has started and that haven't ended.
    static func children(of parent: pid_t) -> [pid_t] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap(pid_t.init).filter { process in
            fields(process).map { $0.parent == parent && $0.state != "Z" } ?? false
        }
    }

    /// Whether a process exists and isn't a zombie.
    static func isAlive(_ process: pid_t) -> Bool { fields(process).map { $0.state != "Z" } ?? false }

    /// The value of a field of /proc/PID/status.
    static func status(_ field: String, of process: pid_t) -> String? {
        let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line.map { $0.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// The number of files that a process has open.
    static func openFiles(of process: pid_t) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0
    }

    private static func fields(_ process: pid_t) -> (state: Substring, parent: pid_t?)? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[end...].dropFirst(2).split(separator: " ")
        return fields.count > 1 ? (fields[0], pid_t(fields[1])) : nil
    }
}
