import Foundation
import Testing

/// Runs all targets on their seeds and on mutated copies of them. `make fuzz` continues from there with libFuzzer.
@Suite("Untrusted bytes")
struct ReplayTests {
    @Test("seeds and changed copies of them break no promise", arguments: FuzzTarget.all)
    func changedSeeds(target: FuzzTarget) throws {
        let seeds = try SeedFiles(target).corpus.map { [UInt8](try Data(contentsOf: $0)) }
        try #require(!seeds.isEmpty, "Corpus/\(target.name) has no seeds")
        // Written before each check, because a crash ends the process.
        let current = FileManager.default.temporaryDirectory.appendingPathComponent(
            "coreimage-fuzz-\(target.name)-\(getpid())")
        defer { try? FileManager.default.removeItem(at: current) }
        for (index, seed) in seeds.enumerated() {
            try target.check(seed)
            var change = ByteChange(seed: UInt64(index + 1))
            for _ in 0..<target.changesPerSeed {
                let bytes = change.changed(seed, with: seeds[(index + 1) % seeds.count])
                try Data(bytes).write(to: current)
                do { try target.check(bytes) } catch {
                    Issue.record("\(error)\n\(target.name) in base 64: \(Data(bytes).base64EncodedString())")
                }
            }
        }
    }
}
