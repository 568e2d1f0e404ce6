/// A number that is a linear function of a pixel: a weighted sum of red, green, blue, alpha, the colours divided by
/// alpha, and 1.
struct LinearPixelForm: Equatable {
    /// Weights of red, green, blue and alpha.
    var linear: SIMD4<Double>
    /// Weights of red/alpha, green/alpha, blue/alpha, and 1.
    var dividedByAlpha: SIMD4<Double>

    /// Creates a number that is the same for all pixels.
    init(constant: Double) { (linear, dividedByAlpha) = (.zero, SIMD4(0, 0, 0, constant)) }

    init(linear: SIMD4<Double>, dividedByAlpha: SIMD4<Double>) {
        (self.linear, self.dividedByAlpha) = (linear, dividedByAlpha)
    }

    /// The forms of a pixel's red, green, blue and alpha.
    static let pixel: [LinearPixelForm] = (0..<4).map { channel in
        var linear = SIMD4<Double>.zero
        linear[channel] = 1
        return LinearPixelForm(linear: linear, dividedByAlpha: .zero)
    }

    /// The number, if it is the same for all pixels; otherwise nil.
    var constant: Double? {
        linear == .zero && dividedByAlpha.x == 0 && dividedByAlpha.y == 0 && dividedByAlpha.z == 0
            ? dividedByAlpha.w : nil
    }

    /// The weight of alpha, if the form is a multiple of alpha; otherwise nil.
    private var alphaFactor: Double? {
        dividedByAlpha == .zero && linear.x == 0 && linear.y == 0 && linear.z == 0 && linear.w != 0 ? linear.w : nil
    }

    /// Whether the form is a positive multiple of alpha, and thus positive for pixels that aren't transparent.
    var isPositiveAlpha: Bool { alphaFactor.map { $0 > 0 } ?? false }

    static func + (a: LinearPixelForm, b: LinearPixelForm) -> LinearPixelForm {
        LinearPixelForm(linear: a.linear + b.linear, dividedByAlpha: a.dividedByAlpha + b.dividedByAlpha)
    }

    static func * (a: LinearPixelForm, factor: Double) -> LinearPixelForm {
        LinearPixelForm(linear: a.linear * factor, dividedByAlpha: a.dividedByAlpha * factor)
    }

    /// Returns the product; nil if it isn't a form.
    func multiplied(by other: LinearPixelForm) -> LinearPixelForm? {
        if let factor = other.constant { return self * factor }
        if let factor = constant { return other * factor }
        if let factor = other.alphaFactor { return timesAlpha.map { $0 * factor } }
        if let factor = alphaFactor { return other.timesAlpha.map { $0 * factor } }
        return nil
    }

    /// Returns the quotient for alpha other than 0; nil if it isn't a form.
    func divided(by other: LinearPixelForm) -> LinearPixelForm? {
        if let divisor = other.constant { return self * (1 / divisor) }
        // Dividing by alpha turns red into red/alpha, and alpha into 1.
        guard let factor = other.alphaFactor, dividedByAlpha == .zero else { return nil }
        return LinearPixelForm(linear: .zero, dividedByAlpha: linear) * (1 / factor)
    }

    private var timesAlpha: LinearPixelForm? {
        linear == .zero ? LinearPixelForm(linear: dividedByAlpha, dividedByAlpha: .zero) : nil
    }
}
