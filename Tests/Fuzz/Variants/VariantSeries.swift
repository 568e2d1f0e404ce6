import Foundation
import Glibc

/// Many variants of a kind, read by child processes one after the other, so that a crash costs one variant and not the series.
struct VariantSeries {
    /// A variant that broke a promise.
    struct Finding: CustomStringConvertible {
        let kind: String
        let number: Int
        /// The changes that suffice.
        let mask: UInt
        let text: String
        /// Where the input was kept.
        let file: URL?

        var description: String {
            "\(kind) \(number), \(mask == .max ? "all changes" : "changes \(String(mask, radix: 2))"): \(text)\(file.map { "; kept as \($0.path)" } ?? "")"
        }
    }

    let kind: VariantKind
    /// The number of the first variant.
    var first = 0
    let count: Int
    /// The program that runs `VariantChild` where its environment holds a task, with its arguments.
    let program: URL
    let arguments: [String]
    /// Where inputs of findings are kept; nil to keep none.
    let findingsFolder: URL?

    /// Variants of a child: few enough that memory that is never given back shows as a leak and not as a lack.
    private static let chunk = 5000
    /// Seconds of the processor after which a variant counts as endless.
    private static let patience = 60.0
    private static let memoryLimit = 6 << 30
    /// Findings of one text that are made again with fewer changes, and kept.
    private static let examplesOfEach = 2
    /// Findings after which a series ends.
    private static let mostFindings = 400
    /// Bytes that a child of many variants may grow by: caches fill up.
    private static let mostGrowth = 160 << 20

    /// Reads all, and returns what was found.
    func run(report: (String) -> Void = { _ in }) throws -> [Finding] {
        var findings: [Finding] = []
        var examples: [String: Int] = [:]
        var next = first
        while next < first + count, findings.count < Self.mostFindings {
            let end = min(first + count, next / Self.chunk * Self.chunk + Self.chunk)
            let result = try child(first: next, count: end - next, mask: .max)
            for (number, text) in result.found {
                // Addresses, places and durations differ from one finding to the next of its kind.
                let sort = String(text.filter { !$0.isHexDigit })
                examples[sort, default: 0] += 1
                let isExample = examples[sort, default: 0] <= Self.examplesOfEach
                let mask = isExample ? try smallestMask(number) : .max
                let finding = Finding(
                    kind: kind.name, number: number, mask: mask, text: text, file: isExample ? keep(number, mask) : nil)
                findings.append(finding)
                report("\(finding)")
            }
            if let trace = result.trace {
                findings.append(Finding(kind: kind.name, number: next, mask: .max, text: trace, file: nil))
            }
            report(result.summary)
            next = result.next
        }
        return findings
    }

    // MARK: One child

    private struct ChildResult {
        var found: [(number: Int, text: String)] = []
        /// What a child that came to its end has left behind.
        var trace: String?
        var summary = ""
        var next: Int
    }

    private func child(first: Int, count: Int, mask: UInt) throws -> ChildResult {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "coreimage-variants-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let task = VariantTask(kind: kind.name, first: first, count: count, mask: mask, folder: folder)
        let errors = folder.appendingPathComponent("errors")
        try Data().write(to: errors)
        let process = Process()
        (process.executableURL, process.arguments) = (program, arguments)
        var environment = ProcessInfo.processInfo.environment
        environment[VariantTask.variable] = String(decoding: try JSONEncoder().encode(task), as: UTF8.self)
        // A backtrace of every crash would take longer than all the rest.
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

        var result = ChildResult(next: first + count)
        if let data = try? Data(contentsOf: task.summaryFile), forced == nil {
            let summary = try JSONDecoder().decode(VariantTask.Summary.self, from: data)
            result.found = summary.findings.map { ($0.number, $0.text) }
            let growth = summary.residentAfter - summary.residentBefore
            result.summary =
                "\(kind.name) \(first)..<\(first + count): memory \(summary.residentBefore >> 20) → \(summary.residentAfter >> 20) MB, "
                + "files \(summary.filesBefore) → \(summary.filesAfter), longest \(summary.longest) s (\(summary.longestNumber))"
            if count >= 100, growth > Self.mostGrowth {
                result.trace = "memory grew by \(growth >> 20) MB in \(count) variants"
            }
            if count >= 100, summary.filesAfter > summary.filesBefore + 2 {
                result.trace = "\(summary.filesAfter - summary.filesBefore) files stayed open after \(count) variants"
            }
            return result
        }
        let number = progress(of: task) ?? first
        let text = String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
        let line =
            text.split(separator: "\n").first { $0.contains("Fatal error") || $0.contains("ERROR:") } ?? text.split(
                separator: "\n"
            ).last ?? ""
        let end =
            process.terminationReason == .uncaughtSignal
            ? "signal \(process.terminationStatus)" : "exit code \(process.terminationStatus)"
        result.found = [(number, forced ?? "the process ended with \(end): \(line.prefix(300))")]
        result.next = number + 1
        return result
    }

    /// Waits for the end; kills a child whose variant takes endless time or memory, and says which of them it was.
    private func watch(_ process: Process, _ task: VariantTask) -> String? {
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

    /// Seconds of the processor, and bytes in memory.
    private static func usage(of process: Int32) -> (time: Double, memory: Int) {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let name = text.lastIndex(of: ")")
        else { return (0, 0) }
        let parts = text[text.index(after: name)...].split(separator: " ")
        guard parts.count > 21, let user = Double(parts[11]), let system = Double(parts[12]), let pages = Int(parts[21])
        else { return (0, 0) }
        return ((user + system) / Double(sysconf(Int32(_SC_CLK_TCK))), pages * sysconf(Int32(_SC_PAGESIZE)))
    }

    // MARK: Findings

    /// The fewest changes with which a variant still breaks a promise: one, where one suffices.
    private func smallestMask(_ number: Int) throws -> UInt {
        for bit in 0..<VariantKind.mostChanges {
            let mask = UInt(1) << UInt(bit)
            if try !child(first: number, count: 1, mask: mask).found.isEmpty { return mask }
        }
        return .max
    }

    private func keep(_ number: Int, _ mask: UInt) -> URL? {
        guard let findingsFolder, let (target, bytes) = try? kind.make(number, mask) else { return nil }
        let folder = findingsFolder.appendingPathComponent("\(target.name)/findings")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("\(kind.name)-\(number)-\(String(mask, radix: 16))")
        return (try? Data(bytes).write(to: file)) == nil ? nil : file
    }
}
