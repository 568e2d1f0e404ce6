import Foundation
import UnitProcesses

/// Counts what ended workers leave in their host. The host is this process, in which nothing else runs.
enum Leaks {
    /// Implements `WorkerProbe leaks`: starts 200 workers one after the other, of which some crash, and prints how many
    /// open files and child processes they have left.
    static func run() throws {
        // The first worker also creates what the process keeps for all workers.
        try startWorker(crashing: true)
        let before = try counts()
        for index in 0..<200 { try startWorker(crashing: index.isMultiple(of: 10)) }
        var after = try counts()
        // A thread may still be closing the files of the last worker.
        var attempts = 0
        while after != before, attempts < 1000 {
            Thread.sleep(forTimeInterval: 0.01)
            after = try counts()
            attempts += 1
        }
        print("\(after[0] - before[0]) files, \(after[1] - before[1]) children")
    }

    private static func startWorker(crashing: Bool) throws {
        var policy = WorkerPolicy()
        policy.startDeadline = .seconds(60)
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let worker = try WorkerProcess(executable: program, policy: policy)
        guard crashing else { return }
        _ = try? worker.call([UInt8]("abort".utf8))
        if worker.ending == nil { throw ProbeProblem("the worker hasn't crashed") }
    }

    /// The number of open files and that of child processes, zombies too.
    private static func counts() throws -> [Int] {
        let manager = FileManager.default
        let children = try manager.contentsOfDirectory(atPath: "/proc/self/task").flatMap { thread in
            let list = try? String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)
            return list?.split(separator: " ") ?? []
        }
        return [try manager.contentsOfDirectory(atPath: "/proc/self/fd").count, children.count]
    }
}
