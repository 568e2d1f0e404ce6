import Foundation

/// A processor to generate code for, described without LLVM, so that cached code is found without opening it.
public struct TargetProcessor: Sendable, Hashable {
    /// What the code was generated for, for the keys of caches: vendor, model and features that matter.
    public let identity: String
    /// What a person calls it.
    let model: String
    /// LLVM's name of the processor; nil for the one that this process runs on, whatever LLVM calls it.
    let llvmName: String?
    /// Floats in one vector: 16 with AVX-512, 8 with AVX2, 4 otherwise.
    public let lanes: Int
    /// Whether half floats convert in hardware; without, code that reads or writes them does not load.
    public let hasHalfConversion: Bool
    /// Whether code can be generated and loaded: x86-64 with SSE 4.1, whose rounding instructions spare calls into the C library.
    public let isSupported: Bool

    /// The processor that this process runs on.
    public static let current = TargetProcessor(description: hostDescription)

    /// The start of /proc/cpuinfo: the first processor's part. All of it takes long to make on a machine with many.
    private static var hostDescription: String {
        guard let file = FileHandle(forReadingAtPath: "/proc/cpuinfo") else { return "" }
        return String(decoding: (try? file.read(upToCount: 8192)) ?? Data(), as: UTF8.self)
    }

    /// Any processor of a level of the x86-64 psABI: 2 (SSE 4.2), 3 (AVX2, FMA, half floats) or 4 (AVX-512). For tests of narrower vectors.
    public static func level(_ level: Int) -> TargetProcessor {
        let level = min(max(level, 2), 4)
        return TargetProcessor(
            identity: "x86-64-v\(level)", model: "x86-64-v\(level)", llvmName: "x86-64-v\(level)",
            lanes: [4, 8, 16][level - 2],
            hasHalfConversion: level > 2, isSupported: true)
    }

    /// The first processor of a description in the form of Linux's /proc/cpuinfo.
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
        // A virtual machine may hide some of a model's instructions, and a kernel may forbid wide registers.
        identity = "x86-64 " + model.joined(separator: "/") + " " + flags.sorted().joined(separator: " ")
        self.model = fields["model name"].map(String.init) ?? "a processor without a name"
        llvmName = nil
        let hasAVX2 = flags.isSuperset(of: ["avx2", "fma", "f16c"])
        let hasAVX512 = hasAVX2 && flags.isSuperset(of: ["avx512f", "avx512bw", "avx512dq", "avx512vl"])
        lanes = hasAVX512 ? 16 : hasAVX2 ? 8 : 4
        hasHalfConversion = flags.contains("f16c")
        #if arch(x86_64)
            isSupported = flags.contains("sse4_1")
        #else
            isSupported = false
        #endif
    }

    private init(
        identity: String, model: String, llvmName: String?, lanes: Int, hasHalfConversion: Bool, isSupported: Bool
    ) {
        (self.identity, self.model, self.llvmName, self.lanes) = (identity, model, llvmName, lanes)
        (self.hasHalfConversion, self.isSupported) = (hasHalfConversion, isSupported)
    }

    /// The attributes that every generated function needs, as they stand in LLVM text: `attributes #0 = { … }`.
    ///
    /// Wide registers are asked for where the processor has them (LLVM's own choice for several models is half of them), and no loop may
    /// be turned into a call of the C library.
    public var functionAttributes: String {
        let bits = String(lanes * 32)
        return "nounwind \"no-builtins\" \"prefer-vector-width\"=\"\(bits)\" \"min-legal-vector-width\"=\"\(bits)\""
    }
}
