/// Helpers for the text of operators.
///
/// Pixels are four adjacent floats, so a vector of 16 lanes contains four pixels. Every component of a pixel is
/// computed by the same chain of operations, both in a full vector and at the end of a row, so that results don't
/// depend on the region.
struct OperatorText {
    /// Number of floats in the processor's vectors.
    let lanes: Int

    /// Whether to use fused multiply-add instructions. If the processor lacks them, LLVM would call the C library
    /// instead.
    var fusesMultiplyAdd: Bool { lanes > 4 }

    /// Number of sums that are kept in registers.
    var accumulators: Int { lanes == 16 ? 8 : 4 }

    /// Returns a vector type.
    func floats(_ count: Int) -> String { "<\(count) x float>" }

    /// Emits `result = factor · other + sum` for vectors of `count` floats.
    func multiplyAdd(_ result: String, _ factor: String, _ other: String, _ sum: String, _ count: Int) -> String {
        let type = floats(count)
        if fusesMultiplyAdd {
            return
                "  \(result) = call \(type) @llvm.fma.v\(count)f32(\(type) \(factor), \(type) \(other), \(type) \(sum))\n"
        }
        return "  \(result).product = fmul \(type) \(factor), \(other)\n"
            + "  \(result) = fadd \(type) \(result).product, \(sum)\n"
    }

    /// Emits `result`, a vector with `value` in each of `count` lanes.
    func splat(_ result: String, _ value: String, _ count: Int, type: String = "float") -> String {
        """
          \(result).first = insertelement <\(count) x \(type)> poison, \(type) \(value), i64 0
          \(result) = shufflevector <\(count) x \(type)> \(result).first, <\(count) x \(type)> poison, <\(count) x i32> zeroinitializer

        """
    }

    /// Declarations of the intrinsics that a module of operators may need.
    var declarations: String {
        [4, lanes, 16].reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
            .map { "declare \(floats($0)) @llvm.fma.v\($0)f32(\(floats($0)), \(floats($0)), \(floats($0)))" }
            .joined(separator: "\n") + "\n"
    }
}
