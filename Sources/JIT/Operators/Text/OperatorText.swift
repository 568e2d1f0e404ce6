/// Pieces of LLVM text that the emitters of operators share.
///
/// Pixels are four floats side by side, so that a vector of 16 lanes holds four pixels. Every component of a pixel is computed by the
/// same chain of operations whether its pixel lies in a full vector or at the end of a row: results don't depend on the region.
struct OperatorText {
    /// Floats in the processor's vectors.
    let lanes: Int

    /// Whether products and sums are one instruction; without it, they stay two, as LLVM would call the C library.
    var fusesMultiplyAdd: Bool { lanes > 4 }

    /// Sums kept side by side in registers.
    var accumulators: Int { lanes == 16 ? 8 : 4 }

    /// A vector type.
    func floats(_ count: Int) -> String { "<\(count) x float>" }

    /// `result = factor · other + sum` for vectors of `count` floats.
    func multiplyAdd(_ result: String, _ factor: String, _ other: String, _ sum: String, _ count: Int) -> String {
        let type = floats(count)
        if fusesMultiplyAdd {
            return "  \(result) = call \(type) @llvm.fma.v\(count)f32(\(type) \(factor), \(type) \(other), \(type) \(sum))\n"
        }
        return "  \(result).product = fmul \(type) \(factor), \(other)\n"
            + "  \(result) = fadd \(type) \(result).product, \(sum)\n"
    }

    /// `result` holds `value` in each of `count` lanes.
    func splat(_ result: String, _ value: String, _ count: Int, type: String = "float") -> String {
        """
          \(result).first = insertelement <\(count) x \(type)> poison, \(type) \(value), i64 0
          \(result) = shufflevector <\(count) x \(type)> \(result).first, <\(count) x \(type)> poison, <\(count) x i32> zeroinitializer

        """
    }

    /// Declarations that any module of operators may need.
    var declarations: String {
        [4, lanes, 16].reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
            .map { "declare \(floats($0)) @llvm.fma.v\($0)f32(\(floats($0)), \(floats($0)), \(floats($0)))" }
            .joined(separator: "\n") + "\n"
    }
}
