import Foundation
import Glibc
import SystemResources
import UntrustedInput

/// A control group that holds one worker and bounds the number of its threads. It is removed with the worker.
///
/// The kernel refuses further threads at once, where counting notices them only when it looks. The group is made within the host's own, so
/// that whatever limits the host goes on limiting the worker. That needs the right to make groups there, and the controller `pids` for them:
/// with version 1 root has both; with version 2 a group that holds processes gives its groups no controllers, unless it is the root.
final class ThreadGroup: Sendable {
    private static let prefix = "coreimage-worker-"

    /// The group's folder.
    let path: String

    /// What `ExitActions` has for it.
    private let exitAction: Int

    private init(_ path: String) {
        self.path = path
        exitAction = ExitActions.shared.add { rmdir(path) }
    }

    deinit {
        ExitActions.shared.remove(exitAction)
        guard rmdir(path) != 0, errno == EBUSY else { return }
        // A process that was killed leaves its group a moment later.
        LaunchThread.shared.patrol { [path] in rmdir(path) != 0 && errno == EBUSY ? .resting : .over }
    }

    /// A group for a process, which has one thread so far; nil where none can be made.
    static func enclosing(_ process: pid_t, threads: Int, groups: ControlGroups = .current) -> ThreadGroup? {
        guard let parent = groups.branch(of: "pids")?.folders.first else { return nil }
        removeAbandoned(in: parent)
        let path = "\(parent)/\(prefix)\(process)-\(UInt32.random(in: 0 ... .max))"
        guard mkdir(path, 0o755) == 0 else { return nil }
        let group = ThreadGroup(path)
        let isFilled = write("\(threads)", to: path + "/pids.max") && write("\(process)", to: path + "/cgroup.procs")
        return isFilled ? group : nil
    }

    /// How many threads the kernel has refused.
    var refusals: Int {
        let text = (try? WholeFile.text(at: path + "/pids.events", limit: 4096)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("max ") }
        return line.flatMap { Int($0.dropFirst(4)) } ?? 0
    }

    /// Removes groups of hosts that were killed: those that hold no process. One that is just being filled may be among them; its host then
    /// does without.
    private static func removeAbandoned(in parent: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: parent) else { return }
        for name in names where name.hasPrefix(prefix) {
            guard let worker = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }) else {
                continue
            }
            // The kernel refuses to remove a group that holds a process.
            if kill(worker, 0) != 0, errno == ESRCH { rmdir("\(parent)/\(name)") }
        }
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return Array(text.utf8).withUnsafeBytes { Glibc.write(file, $0.baseAddress!, $0.count) } == text.utf8.count
    }
}
