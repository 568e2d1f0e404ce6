/// An affine transform of pixels. Each component of the result is a weighted sum of the pixel's components, plus a
/// constant.
struct ColorMatrix: Equatable {
    /// The weights of the pixel's red, green, blue and alpha, for red, green, blue and alpha of the result.
    var rows: [SIMD4<Double>]
    /// The constants to add.
    var bias: SIMD4<Double>

    /// Whether alpha is kept and nothing is added to the colour.
    var keepsAlpha: Bool { rows[3] == SIMD4(0, 0, 0, 1) && bias == .zero }

    /// Whether all coefficients are small enough to keep precision.
    var hasPreciseCoefficients: Bool {
        (rows + [bias]).allSatisfy { row in (0..<4).allSatisfy { abs(row[$0]) < 4096 } }
    }
}
