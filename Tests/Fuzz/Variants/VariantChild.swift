import Foundation
import Glibc

/// The child process that reads variants, and may crash.
enum VariantChild {
    /// The maximum processor time of a variant in seconds; far above what any needs in an unoptimised build.
    private static let longest = 8.0
    /// The maximum growth of the process's peak memory by a variant, in bytes.
    private static let mostMemory = 384 << 20

    /// The number of units at the end of a long task that are read by worker processes. Starting a worker takes fifty
    /// times as long as reading a unit; the others are read in this process, which may crash as well.
    private static let inWorkers = 300

    /// Reads the variants of a task and writes its summary.
    static func run(_ task: VariantTask) throws {
        guard let kind = (VariantKind.all + [.regressions]).first(where: { $0.name == task.kind }) else {
            throw FuzzFinding("there is no kind of variants '\(task.kind)'")
        }
        // Caches of other processes must neither affect the result nor grow.
        setenv("COREIMAGE_CACHE", "none", 1)
        if task.count > inWorkers { workersAreUsed(task.kind != VariantKind.units.name) }
        let progress = open(task.progressFile.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(progress) }
        var findings: [VariantTask.Finding] = []
        var (resident, files) = (0, 0)
        var (slowest, slowestNumber) = (0.0, 0)
        for number in task.first..<(task.first + task.count) {
            var text = "\(number)\n"
            text.withUTF8 { _ = pwrite(progress, $0.baseAddress, $0.count, 0) }
            if number == task.first + task.count - inWorkers { workersAreUsed(true) }
            if number == task.first + task.count / 10 { (resident, files) = (Self.resident, openFiles) }
            let (start, peak) = (processorTime, peakMemory)
            do {
                let (target, bytes) = try kind.make(number, task.mask)
                try target.read(bytes)
            } catch {
                findings.append(.init(number: number, text: "\(error)"))
            }
            let (duration, grown) = (processorTime - start, peakMemory - peak)
            if duration > longest {
                findings.append(.init(number: number, text: "it took \(duration) s of the processor"))
            }
            if grown > mostMemory {
                findings.append(.init(number: number, text: "it took \(grown >> 20) MB of memory"))
            }
            if duration > slowest { (slowest, slowestNumber) = (duration, number) }
        }
        let summary = VariantTask.Summary(
            findings: findings, residentBefore: resident, residentAfter: Self.resident, filesBefore: files,
            filesAfter: settledFiles(files),
            longest: slowest, longestNumber: slowestNumber)
        try JSONEncoder().encode(summary).write(to: task.summaryFile)
    }

    /// Makes the worker program available to the host, or not.
    private static func workersAreUsed(_ areUsed: Bool) {
        let variable = "COREIMAGE_UNIT_WORKER"
        if areUsed { unsetenv(variable) } else { setenv(variable, "/dev/null", 1) }
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static var peakMemory: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
    }

    private static var resident: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Returns the number of open files after the threads of the last variants have closed theirs. If it still exceeds
    /// `before` after a second, there is a leak.
    private static func settledFiles(_ before: Int) -> Int {
        for _ in 0..<100 where openFiles > before { usleep(10_000) }
        return openFiles
    }

    private static var openFiles: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}
