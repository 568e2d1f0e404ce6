import Foundation
import SPIRV
import Testing

/// Checks modules with `spirv-val`, which Debian has in spirv-tools.
enum ModuleValidation {
    static let program = ["/usr/bin/spirv-val", "/usr/local/bin/spirv-val"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Returns the messages about a module, or nil if it is valid.
    static func problem(_ words: [UInt32]) throws -> String? {
        _ = try DecodedModule(words)
        guard let program else { return nil }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("module-\(UUID().uuidString).spv")
        defer { try? FileManager.default.removeItem(at: file) }
        try words.withUnsafeBytes { Data($0) }.write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--target-env", "vulkan1.3", file.path]
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? nil : String(decoding: output, as: UTF8.self)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests whose oracle is `spirv-val`.
    static var needsValidator: Self {
        .enabled(if: ModuleValidation.program != nil, "spirv-val is missing: install spirv-tools")
    }
}
