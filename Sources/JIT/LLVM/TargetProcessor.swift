import Foundation

/// A processor to generate code for. The description doesn't need LLVM, so cached code can be found without opening it.
package struct TargetProcessor: Sendable, Hashable {
    /// Text that identifies the processor in cache keys: vendor, model and all feature flags.
    package let identity: String
    /// The model name for messages.
    let model: String
    /// LLVM's name of the processor, or nil for the processor of this process, which LLVM detects.
    let llvmName: String?
    /// Number of pixels that kernels compute at a time: 16 with AVX-512 and AVX2, 4 otherwise.
    ///
    /// With AVX2, these are two vectors. Most instructions of a kernel wait for the result of the one before; those of
    /// the other vector run meanwhile. It takes a third less time than one vector.
    package let lanes: Int
    /// Number of floats in a vector register: 16 with AVX-512, 8 with AVX2, 4 otherwise. Operators compute as many
    /// numbers at a time, since they have enough work that doesn't wait.
    package let registerLanes: Int
    /// Whether half floats are converted in hardware. If not, code that reads or writes them can't be loaded.
    package let hasHalfConversion: Bool
    /// Whether one instruction looks up 64 bytes in a table of 128 (AVX-512 VBMI).
    let hasByteTables: Bool
    /// Whether code can be generated and loaded. Requires x86-64 with SSE 4.1, whose rounding instructions replace
    /// calls to the C library.
    package let isSupported: Bool

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
            identity: "x86-64-v\(level)", model: "x86-64-v\(level)", llvmName: "x86-64-v\(level)",
            registerLanes: [4, 8, 16][level - 2],
            hasHalfConversion: level > 2, hasByteTables: false, isSupported: true)
    }

    /// Creates the first processor of a description in the format of Linux's /proc/cpuinfo.
    init(description: String) {
        var fields: [Substring: Substring] = [:]
        for line in description.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let colon = line.firstIndex(of: ":") else {
                if line.isEmpty && !fields.isEmpty { break }
                continue
            }
            let name = line[..<colon].trimmingCharacters(in: .whitespaces)
            fields[Substring(name)] = line[line.index(after: colon)...].drop(while: { $0 == " " })
        }
        let flags = Set((fields["flags"] ?? "").split(separator: " "))
        let model = ["vendor_id", "cpu family", "model", "stepping"].map { fields[$0] ?? "?" }
        // Include the flags, since a virtual machine may hide instructions of a model, and the operating system may
        // disable wide registers.
        identity = "x86-64 " + model.joined(separator: "/") + " " + flags.sorted().joined(separator: " ")
        self.model = fields["model name"].map(String.init) ?? "a processor without a name"
        llvmName = nil
        let hasAVX2 = flags.isSuperset(of: ["avx2", "fma", "f16c"])
        let hasAVX512 = hasAVX2 && flags.isSuperset(of: ["avx512f", "avx512bw", "avx512dq", "avx512vl"])
        registerLanes = hasAVX512 ? 16 : hasAVX2 ? 8 : 4
        lanes = Self.lanes(ofRegister: registerLanes)
        hasHalfConversion = flags.contains("f16c")
        hasByteTables = hasAVX512 && flags.contains("avx512vbmi")
        #if arch(x86_64)
            isSupported = flags.contains("sse4_1")
        #else
            isSupported = false
        #endif
    }

    private init(
        identity: String, model: String, llvmName: String?, registerLanes: Int, hasHalfConversion: Bool,
        hasByteTables: Bool, isSupported: Bool
    ) {
        (self.identity, self.model, self.llvmName, self.registerLanes) = (identity, model, llvmName, registerLanes)
        lanes = Self.lanes(ofRegister: registerLanes)
        (self.hasHalfConversion, self.hasByteTables, self.isSupported) = (hasHalfConversion, hasByteTables, isSupported)
    }

    private static func lanes(ofRegister count: Int) -> Int { count == 8 ? 16 : count }

    /// The attributes that every generated function needs, as in LLVM text: `attributes #0 = { … }`.
    ///
    /// They request the widest registers of the processor, since LLVM's default for several models is half that width.
    /// They also prevent LLVM from replacing loops by calls of the C library.
    package var functionAttributes: String {
        let bits = String(registerLanes * 32)
        return "nounwind \"no-builtins\" \"prefer-vector-width\"=\"\(bits)\" \"min-legal-vector-width\"=\"\(bits)\""
    }
}
