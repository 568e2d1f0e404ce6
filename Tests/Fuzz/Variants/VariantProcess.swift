import Foundation
import Glibc
import TestSupport

/// A child process that reads variants, controlled by its parent.
struct VariantProcess {
    let kind: String
    let first: Int
    let count: Int
    let mask: UInt
    let program: URL
    let arguments: [String]

    /// The processor time in seconds after which a variant counts as endless.
    private static let patience = 60.0
    private static let memoryLimit = 6 << 30
    /// The maximum growth of a child's resident memory in bytes; caches need some.
    private static let mostGrowth = 160 << 20

    /// The result of a child process.
    struct Result {
        var found: [(number: Int, text: String)] = []
        /// A description of leaked resources, if the child completed its task.
        var trace: String?
        var summary = ""
        var next: Int
    }

    /// Starts the child and waits until it ends.
    func run() throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "coreimage-variants-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let task = VariantTask(kind: kind, first: first, count: count, mask: mask, folder: folder)
        let errors = folder.appendingPathComponent("errors")
        try Data().write(to: errors)
        let process = LaunchedProgram()
        (process.executableURL, process.arguments) = (program, arguments)
        var environment = ProcessInfo.processInfo.environment
        environment[VariantTask.variable] = String(decoding: try JSONEncoder().encode(task), as: UTF8.self)
        // Backtraces of all crashes would take longer than everything else.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        let errorHandle = try FileHandle(forWritingTo: errors)
        process.standardError = errorHandle
        try process.run()
        let forced = watch(process, task)
        process.waitUntilExit()
        try errorHandle.close()
        FuzzFolder.remove(ofProcess: process.processIdentifier)

        if forced == nil, let data = try? Data(contentsOf: task.summaryFile) {
            return result(of: try JSONDecoder().decode(VariantTask.Summary.self, from: data))
        }
        let number = progress(of: task) ?? first
        let text = String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
        return Result(found: [(number, forced ?? end(of: process, saying: text))], next: number + 1)
    }

    /// Returns the result of a child that completed its task.
    private func result(of summary: VariantTask.Summary) -> Result {
        var result = Result(found: summary.findings.map { ($0.number, $0.text) }, next: first + count)
        result.summary =
            "\(kind) \(first)..<\(first + count): memory \(summary.residentBefore >> 20) → \(summary.residentAfter >> 20) MB, "
            + "files \(summary.filesBefore) → \(summary.filesAfter), longest \(summary.longest) s (\(summary.longestNumber))"
        // The first variants fill caches, so short tasks aren't checked for growth.
        guard count >= 100 else { return result }
        let (growth, files) = (summary.residentAfter - summary.residentBefore, summary.filesAfter - summary.filesBefore)
        if growth > Self.mostGrowth { result.trace = "memory grew by \(growth >> 20) MB in \(count) variants" }
        if files > 2 { result.trace = "\(files) files stayed open after \(count) variants" }
        return result
    }

    /// Describes the end of a child that crashed, with the most relevant line of its output.
    private func end(of process: LaunchedProgram, saying text: String) -> String {
        let lines = text.split(separator: "\n")
        let line = lines.first { $0.contains("Fatal error") || $0.contains("ERROR:") } ?? lines.last ?? ""
        let end = process.terminationReason == .uncaughtSignal ? "signal" : "exit code"
        return "the process ended with \(end) \(process.terminationStatus): \(line.prefix(300))"
    }

    /// Waits until the child ends. Kills it if a variant exceeds the time or memory limit, and returns the reason.
    private func watch(_ process: LaunchedProgram, _ task: VariantTask) -> String? {
        var (number, since) = (-1, 0.0)
        var wait: UInt32 = 1000
        while process.isRunning {
            usleep(wait)
            wait = min(wait * 2, 50_000)
            let (time, memory) = Self.usage(of: process.processIdentifier)
            if let current = progress(of: task), current != number { (number, since) = (current, time) }
            let reason =
                time - since > Self.patience
                ? "it takes more than \(Self.patience) s of the processor"
                : memory > Self.memoryLimit ? "it takes more than \(Self.memoryLimit >> 20) MB of memory" : nil
            if let reason {
                kill(process.processIdentifier, SIGKILL)
                return reason
            }
        }
        return nil
    }

    private func progress(of task: VariantTask) -> Int? {
        (try? String(contentsOf: task.progressFile, encoding: .utf8)).flatMap { Int($0.prefix { $0 != "\n" }) }
    }

    /// Returns the processor time in seconds and the resident memory in bytes.
    private static func usage(of process: Int32) -> (time: Double, memory: Int) {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let name = text.lastIndex(of: ")")
        else { return (0, 0) }
        let parts = text[text.index(after: name)...].split(separator: " ")
        guard parts.count > 21, let user = Double(parts[11]), let system = Double(parts[12]), let pages = Int(parts[21])
        else { return (0, 0) }
        return ((user + system) / Double(sysconf(Int32(_SC_CLK_TCK))), pages * sysconf(Int32(_SC_PAGESIZE)))
    }
}
