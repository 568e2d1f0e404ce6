import Foundation
import Glibc

/// Prints the results of the soak test.
enum SoakTable {
    /// The maximum size in bytes of the disk caches of units and machine code: 64 MB each, plus files being written.
    private static let cacheLimit = 256 << 20

    /// Prints the jobs and the remaining resources, and returns how many counts are too high.
    static func print(_ run: SoakRun, _ before: SoakCensus, _ after: SoakCensus) -> Int {
        row("job", "done", "refused", "cancelled", "longest")
        for job in SoakJob.all {
            let tally = run.tallies[job.name] ?? SoakRun.Tally()
            let longest = Double(tally.longest.components.seconds) + Double(tally.longest.components.attoseconds) / 1e18
            row(job.name, "\(tally.done)", "\(tally.refused)", "\(tally.cancelled)", String(format: "%.2f s", longest))
        }
        Swift.print("")
        row("left", "after warm-up", "at the end", "allowed", "")
        var excesses = 0
        func compare(_ name: String, _ first: Int, _ last: Int, _ allowed: Int, unit: Int = 1) {
            let isExcess = last > allowed
            excesses += isExcess ? 1 : 0
            row(name, "\(first / unit)", "\(last / unit)", "\(allowed / unit)", isExcess ? "TOO MANY" : "")
        }
        compare("memory (MB)", before.memory, after.memory, before.memory + allowedGrowth(before.memory), unit: 1 << 20)
        compare("open files", before.descriptors.count, after.descriptors.count, before.descriptors.count)
        compare("child processes", before.children, after.children, max(before.children, 1))
        // Idle threads of pools end only after a while.
        compare("threads", before.threads, after.threads, before.threads + 4)
        compare("temporary files", before.temporaryFiles, after.temporaryFiles, before.temporaryFiles)
        compare("cache (MB)", before.cacheBytes, after.cacheBytes, cacheLimit, unit: 1 << 20)
        compare("loaded units", before.loadedUnits, after.loadedUnits, before.loadedUnits)
        if after.descriptors.count > before.descriptors.count {
            var new = after.descriptors
            for file in before.descriptors { if let place = new.firstIndex(of: file) { new.remove(at: place) } }
            Swift.print("open files that were not open after the warm-up: \(new.joined(separator: ", "))")
        }
        Swift.print("")
        for failure in run.failures.prefix(20) { Swift.print("failure: \(failure.prefix(1000))") }
        Swift.print("\(run.failures.count) failures, \(excesses) counts too high")
        fflush(nil)
        return excesses
    }

    /// Returns the allowed growth of resident memory. The allocator never returns every page, and sanitizers keep
    /// records of freed memory.
    private static func allowedGrowth(_ memory: Int) -> Int {
        let hasSanitizer = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }
        return max(64 << 20, memory / (hasSanitizer ? 2 : 10))
    }

    private static func row(_ fields: String...) {
        let widths = [20, 14, 14, 14, 10]
        let text = zip(fields, widths).enumerated().map { index, field in
            let padding = String(repeating: " ", count: max(0, field.1 - field.0.count))
            return index == 0 ? field.0 + padding : padding + field.0
        }
        Swift.print(text.joined(separator: " "))
    }
}
