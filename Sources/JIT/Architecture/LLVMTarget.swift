/// A target of LLVM's code generators.
package enum LLVMTarget: String, Sendable, Hashable, CaseIterable {
    case x86_64, arm64
    /// NVIDIA's virtual instruction set PTX, which the CUDA driver translates for its device.
    case nvptx

    /// LLVM's name of the target: architecture, vendor, system and C library.
    var triple: String {
        switch self {
        case .x86_64: "x86_64-unknown-linux-gnu"
        case .arm64: "aarch64-unknown-linux-gnu"
        case .nvptx: "nvptx64-nvidia-cuda"
        }
    }

    /// The functions of libLLVM that register the code generator.
    var initializers: [String] {
        let name =
            switch self {
            case .x86_64: "X86"
            case .arm64: "AArch64"
            case .nvptx: "NVPTX"
            }
        return ["TargetInfo", "Target", "TargetMC", "AsmPrinter"].map { "LLVMInitialize\(name)\($0)" }
    }
}
