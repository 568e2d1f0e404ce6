import Foundation

/// A processor to generate code for. The description doesn't need LLVM, so cached code can be found without opening it.
package struct TargetProcessor: Sendable {
    /// Text that identifies the processor in cache keys: architecture, vendor, model and all feature flags.
    package let identity: String
    /// The processor's architecture.
    package let architecture: Architecture
    /// The model name for messages.
    let model: String
    /// LLVM's name of the processor, or nil for the processor of this process, which LLVM detects.
    let llvmName: String?
    /// The instructions that emitters use.
    let instructions: any ProcessorInstructions
    /// Whether code can be generated. Requires instructions that replace calls of the C library: on x86-64 those of
    /// SSE 4.1, which round, and on 64-bit ARM those of Advanced SIMD.
    package let isSupported: Bool

    /// Number of pixels that kernels compute at a time.
    package var lanes: Int { instructions.lanes }
    /// Number of floats in a vector register. Operators compute as many numbers at a time, since they have enough work
    /// that doesn't wait for other work.
    package var registerLanes: Int { instructions.registerLanes }
    /// The attributes that every generated function needs, as in LLVM text: `attributes #0 = { … }`.
    package var functionAttributes: String { instructions.functionAttributes }

    /// The processor that this process runs on.
    package static let current = TargetProcessor(description: hostDescription)

    /// The start of /proc/cpuinfo, which describes the first processor. Reading the whole file is slow on a machine
    /// with many processors.
    private static var hostDescription: String {
        guard let file = FileHandle(forReadingAtPath: "/proc/cpuinfo") else { return "" }
        return String(decoding: (try? file.read(upToCount: 8192)) ?? Data(), as: UTF8.self)
    }

    /// Returns any processor of a level of the x86-64 psABI: 2 (SSE 4.2), 3 (AVX2, FMA, half floats) or 4 (AVX-512).
    /// For tests of narrower vectors.
    package static func level(_ level: Int) -> TargetProcessor {
        let level = min(max(level, 2), 4)
        return TargetProcessor(
            architecture: .x86_64, llvmName: "x86-64-v\(level)", instructions: X86Instructions(level: level))
    }

    /// Any 64-bit ARM processor. For tests that generate code on other machines.
    package static let arm64 = TargetProcessor(
        architecture: .arm64, llvmName: "generic", instructions: ARM64Instructions())

    /// A 64-bit ARM processor with the extensions of ARMv8.2-A for half floats and dot products, as in servers. For
    /// tests, as LLVM selects other instructions.
    package static let neoverseN1 = TargetProcessor(
        architecture: .arm64, llvmName: "neoverse-n1", instructions: ARM64Instructions())

    private init(architecture: Architecture, llvmName: String, instructions: any ProcessorInstructions) {
        let name = architecture == .arm64 ? "arm64 \(llvmName)" : llvmName
        (identity, self.architecture, model) = (name, architecture, name)
        (self.llvmName, self.instructions, isSupported) = (llvmName, instructions, true)
    }

    /// Creates the first processor of a description in the format of Linux's /proc/cpuinfo.
    ///
    /// - Parameter architecture: The architecture whose Linux made the description. On an architecture without
    ///   generated code, the description has none of the required features.
    init(description: String, architecture: Architecture = .current ?? .x86_64) {
        let processor = ProcessorDescription(description)
        self.architecture = architecture
        llvmName = nil
        model = processor["model name"] ?? "a processor without a name"
        let names: [String]
        let features: Set<Substring>
        switch architecture {
        case .x86_64:
            names = ["vendor_id", "cpu family", "model", "stepping"]
            features = processor.words("flags")
            instructions = X86Instructions(flags: features)
            isSupported = features.contains("sse4_1")
        case .arm64:
            names = ["CPU implementer", "CPU part", "CPU variant", "CPU revision"]
            features = processor.words("Features")
            instructions = ARM64Instructions()
            isSupported = features.contains("asimd")
        }
        let model = names.map { processor[$0] ?? "?" }.joined(separator: "/")
        let label = architecture == .x86_64 ? "x86-64" : architecture.rawValue
        // Include the features, since a virtual machine may hide instructions of a model, and the operating system may
        // disable wide registers.
        identity = "\(label) \(model) " + features.sorted().joined(separator: " ")
    }
}

/// Processors are equal if the same code is generated for them.
extension TargetProcessor: Hashable {
    package static func == (one: TargetProcessor, other: TargetProcessor) -> Bool {
        one.identity == other.identity && one.llvmName == other.llvmName
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
