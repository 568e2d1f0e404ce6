import Foundation
import TestSupport
import Testing

/// NVIDIA's assembler for PTX, which tests use if it is installed. It states the registers and the memory of a kernel.
struct PTXAssembler {
    /// What the assembler says about a kernel.
    struct Report {
        var registers: Int
        /// Bytes that didn't fit the registers.
        var spilledBytes: Int
        /// Bytes of local arrays and of spilled registers.
        var stackBytes: Int
    }

    /// A text that the assembler refused.
    struct Refusal: Error, CustomStringConvertible { var description: String }

    let path: String

    /// The program that the environment variable `COREIMAGE_PTXAS` names, or the first `ptxas` in the search path.
    static let shared: PTXAssembler? = {
        let environment = ProcessInfo.processInfo.environment
        let folders = environment["PATH", default: ""].split(separator: ":").map { "\($0)/ptxas" }
        return ([environment["COREIMAGE_PTXAS"]].compactMap { $0 } + folders)
            .first { FileManager.default.isExecutableFile(atPath: $0) && !isFolder($0) }.map { PTXAssembler(path: $0) }
    }()

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Assembles a text for a device, such as `sm_90`. Throws `Refusal` with the assembler's messages.
    func assemble(_ text: String, for device: String) throws -> Report {
        try withTemporaryFolder { folder in
            let source = folder + "/kernel.ptx"
            try text.write(toFile: source, atomically: false, encoding: .utf8)
            let program = LaunchedProgram()
            let output = Pipe()
            program.executableURL = URL(fileURLWithPath: path)
            program.arguments = ["-v", "--warning-as-error", "-arch", device, source, "-o", folder + "/kernel.cubin"]
            (program.standardOutput, program.standardError) = (output, output)
            try program.run()
            let message = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            program.waitUntilExit()
            guard program.terminationReason == .exit, program.terminationStatus == 0 else {
                throw Refusal(description: message)
            }
            func numbers(before words: String) -> [Int] {
                message.components(separatedBy: words).dropLast().compactMap { part in
                    part.split(separator: " ").last.flatMap { Int($0) }
                }
            }
            let registers = numbers(before: " registers").first
            let spills = numbers(before: " bytes spill stores") + numbers(before: " bytes spill loads")
            let stack = numbers(before: " bytes stack frame")
            guard let registers, spills.count >= 2, !stack.isEmpty else {
                throw Refusal(description: "no statement of registers: " + message)
            }
            return Report(registers: registers, spilledBytes: spills.reduce(0, +), stackBytes: stack.reduce(0, +))
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// For suites that assemble PTX.
    static var needsPTXAssembler: Self {
        .enabled(
            if: PTXAssembler.shared != nil,
            "no ptxas was found: name it in COREIMAGE_PTXAS (the PyPI package nvidia-cuda-nvcc-cu12 has it)")
    }
}
