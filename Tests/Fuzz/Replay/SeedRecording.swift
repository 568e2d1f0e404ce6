import Foundation
import Mutators
import Testing
import UnitProcesses

@testable import ImageUnits
@testable import UnitProcesses

/// Writes the seeds of targets with binary inputs, if `COREIMAGE_RECORD=1` is set.
@Suite("Recording seeds")
struct SeedRecording {
    @Test(
        "units, packages, packets, frames and status pages",
        .enabled(if: ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] != nil))
    func record() throws {
        for (index, valid) in UnitFiles.valid.enumerated() where index >= 3 {
            // Renamed, because other tests in the same process load the samples under their original names.
            let unit = valid.renamed("Fuzz")
            try write(unit.bytes, "units", "\(index)")
            let package = PackageMutator.Package(unit)
            try write(PackageMutator.bytes(of: package) { ContentDigest.sha256(of: Data($0)) }, "packages", "\(index)")
        }
        var random = SplitMix(seed: 1)
        for file in try SeedFiles(.recipes).corpus.prefix(3) {
            guard let tree = PropertyTree(json: [UInt8](try Data(contentsOf: file))) else { continue }
            try write(RecipeMutator.bytes(of: tree, .packet, &random), "recipe-packets", file.lastPathComponent)
        }
        let body = Array("body".utf8)
        let reply = Frame(.reply, call: 7, length: body.count).bytes + body
        try write([0, 0, 0, 0] + reply, "host-channels", "whole")
        try write([5, 0, 9, 0] + reply, "host-channels", "in pieces")
        try write([2, 0x83, 0, 0] + reply, "host-channels", "with open files")
        try write([1, 0, 0, 0xFF] + reply.dropLast(2), "host-channels", "cut short and open")
        try write([0, 0, 0, 0] + Frame(.refusal, call: 7, length: body.count).bytes + body, "host-channels", "refusal")
        for file in try SeedFiles(.unitMessages).corpus where file.lastPathComponent.hasPrefix("message") {
            let message = [UInt8](try Data(contentsOf: file).dropFirst())
            let request = Frame(.call, call: 7, length: message.count).bytes + message
            try write([3, 0, 5, 0] + request + request, "worker-channels", file.lastPathComponent)
            let shared = Frame(.call, call: 7, length: message.count, memories: 1).bytes + message
            try write([0x40, 0x81, 0, 0] + shared, "worker-channels", file.lastPathComponent + "-memory")
        }
        try write(page(), "status-pages", "two-actions")
    }

    /// Returns a status page with two actions, in the layout of CSandbox.h.
    private func page() -> [UInt8] {
        func little(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
        func action(_ call: UInt64, _ kind: UInt64, _ path: String) -> [UInt8] {
            little(call, 8) + little(kind, 4) + little(1, 4) + Array(path.utf8)
                + [UInt8](repeating: 0, count: 240 - path.utf8.count)
        }
        return little(11, 4) + little(0, 4) + little(7, 8) + little(4096, 8) + little(2, 4) + little(0, 4)
            + action(7, 6, "/tmp/a")
            + action(0, 1, "")
    }

    private func write(_ bytes: [UInt8], _ target: String, _ name: String) throws {
        let folder = UnitFiles.repository.appendingPathComponent("Tests/Fuzz/Corpus/\(target)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
}
