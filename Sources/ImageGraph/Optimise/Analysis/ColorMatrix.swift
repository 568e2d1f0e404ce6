/// An affine map of pixels: each component of the result is a sum of multiples of the pixel's components and a constant.
struct ColorMatrix: Equatable {
    /// For red, green, blue and alpha of the result: the factors of the pixel's red, green, blue and alpha.
    var rows: [SIMD4<Double>]
    /// What is added.
    var bias: SIMD4<Double>

    /// Whether the result's alpha is the pixel's, and nothing is added to its colour.
    var keepsAlpha: Bool { rows[3] == SIMD4(0, 0, 0, 1) && bias == .zero }

    /// Whether the numbers are of a size that doesn't lose precision.
    var isModest: Bool {
        (rows + [bias]).allSatisfy { row in (0..<4).allSatisfy { abs(row[$0]) < 4096 } }
    }
}
