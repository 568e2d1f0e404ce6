import ChildProcesses
import Foundation
import Glibc
import SystemResources
import UntrustedInput

/// A control group that contains one worker and limits its number of threads. It is removed with the worker.
///
/// The kernel refuses further threads at once, whereas ``WorkerUsage`` notices them only when it counts. The group is
/// created inside the host's own group, so that the host's limits also apply to the worker. This needs permission to
/// create groups there, and the controller `pids` for them. With version 1 of control groups root has both. With
/// version 2 a group that contains processes can't enable controllers for its children, unless it is the root group.
final class ThreadGroup: Sendable {
    private static let prefix = "coreimage-worker-"

    /// The group's folder.
    let path: String

    /// The identifier of its clean-up in `ExitActions`.
    private let exitAction: Int

    private init(_ path: String) {
        self.path = path
        exitAction = ExitActions.shared.add { rmdir(path) }
    }

    deinit {
        ExitActions.shared.remove(exitAction)
        guard rmdir(path) != 0, errno == EBUSY else { return }
        // The kernel removes a killed process from its group a moment later.
        LaunchThread.shared.addPeriodicTask { [path] in rmdir(path) != 0 && errno == EBUSY ? .idle : .finished }
    }

    /// Creates a group for a process that has one thread so far. Returns nil if no group can be created.
    static func enclosing(_ process: pid_t, threads: Int, groups: ControlGroups = .current) -> ThreadGroup? {
        guard let parent = groups.branch(of: "pids")?.folders.first else { return nil }
        removeAbandoned(in: parent)
        let path = "\(parent)/\(prefix)\(process)-\(UInt32.random(in: 0 ... .max))"
        guard mkdir(path, 0o755) == 0 else { return nil }
        let group = ThreadGroup(path)
        let isFilled = write("\(threads)", to: path + "/pids.max") && write("\(process)", to: path + "/cgroup.procs")
        return isFilled ? group : nil
    }

    /// The number of threads that the kernel has refused.
    var refusals: Int {
        let text = (try? FileReader.text(at: path + "/pids.events", limit: 4096)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("max ") }
        return line.flatMap { Int($0.dropFirst(4)) } ?? 0
    }

    /// Removes groups without a process, which were left by hosts that were killed. It may remove a group that another
    /// host has created and not filled yet; that host then works without a group.
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
