import Foundation
import Testing

/// Reads the seeds of a target and mutated copies of them.
enum SeedReplay {
    /// Held while a target reads, because the files of some targets have one place in the whole process.
    private static let locks = Dictionary(uniqueKeysWithValues: FuzzTarget.all.map { ($0.name, NSLock()) })

    /// Records an issue for each copy that violates a guarantee. A larger number of changes tries the same copies and
    /// further ones.
    static func run(_ target: FuzzTarget, changesPerSeed: Int) throws {
        let lock = try #require(locks[target.name])
        try lock.withLock { try read(target, changesPerSeed) }
    }

    private static func read(_ target: FuzzTarget, _ changesPerSeed: Int) throws {
        let seeds = try SeedFiles(target).corpus.map { [UInt8](try Data(contentsOf: $0)) }
        try #require(!seeds.isEmpty, "Corpus/\(target.name) has no seeds")
        // Written before each check, because a crash ends the process.
        let current = FileManager.default.temporaryDirectory.appendingPathComponent(
            "coreimage-fuzz-\(target.name)-\(getpid())")
        defer { try? FileManager.default.removeItem(at: current) }
        for (index, seed) in seeds.enumerated() {
            try target.check(seed)
            var change = ByteChange(seed: UInt64(index + 1))
            for _ in 0..<changesPerSeed {
                let bytes = change.changed(seed, with: seeds[(index + 1) % seeds.count])
                try Data(bytes).write(to: current)
                do { try target.check(bytes) } catch {
                    Issue.record("\(error)\n\(target.name) in base 64: \(Data(bytes).base64EncodedString())")
                }
            }
        }
    }
}
