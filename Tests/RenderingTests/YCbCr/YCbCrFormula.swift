import Pixels

/// YCbCr as ITU-T H.273 defines it, in double precision.
struct YCbCrFormula {
    var red: Double
    var blue: Double
    var isFull: Bool
    var bits: Int

    private var unit: Double { Double(1 << (bits - 8)) }
    private var largest: Double { Double((1 << bits) - 1) }

    /// Returns encoded red, green and blue of codes.
    func color(_ y: Double, _ cb: Double, _ cr: Double) -> SIMD3<Double> {
        let luma = isFull ? y / largest : (y - 16 * unit) / (219 * unit)
        let scale = isFull ? largest : 224 * unit
        let (pb, pr) = ((cb - 128 * unit) / scale, (cr - 128 * unit) / scale)
        let (r, b) = (luma + pr * (2 - 2 * red), luma + pb * (2 - 2 * blue))
        return [r, (luma - red * r - blue * b) / (1 - red - blue), b]
    }

    /// Returns the codes of encoded red, green and blue, before rounding.
    func codes(_ color: SIMD3<Double>) -> SIMD3<Double> {
        let luma = red * color.x + (1 - red - blue) * color.y + blue * color.z
        let (pb, pr) = ((color.z - luma) / (2 - 2 * blue), (color.x - luma) / (2 - 2 * red))
        let scale = isFull ? largest : 224 * unit
        return [
            isFull ? luma * largest : (219 * luma + 16) * unit, pb * scale + 128 * unit, pr * scale + 128 * unit,
        ]
    }
}
