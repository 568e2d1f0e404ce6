/// A number that is a linear function of a pixel: a weighted sum of red, green, blue, alpha, the colours divided by
/// alpha, and 1.
struct PixelForm: Equatable {
    /// Weights of red, green, blue and alpha.
    var linear: SIMD4<Double>
    /// Weights of red/alpha, green/alpha, blue/alpha, and 1.
    var straight: SIMD4<Double>

    /// Creates a number that is the same for all pixels.
    init(constant: Double) { (linear, straight) = (.zero, SIMD4(0, 0, 0, constant)) }

    init(linear: SIMD4<Double>, straight: SIMD4<Double>) { (self.linear, self.straight) = (linear, straight) }

    /// The forms of a pixel's red, green, blue and alpha.
    static let pixel: [PixelForm] = (0..<4).map { channel in
        var linear = SIMD4<Double>.zero
        linear[channel] = 1
        return PixelForm(linear: linear, straight: .zero)
    }

    /// The number, if it is the same for all pixels; otherwise nil.
    var constant: Double? {
        linear == .zero && straight.x == 0 && straight.y == 0 && straight.z == 0 ? straight.w : nil
    }

    /// The weight of alpha, if the form is a multiple of alpha; otherwise nil.
    private var alphaFactor: Double? {
        straight == .zero && linear.x == 0 && linear.y == 0 && linear.z == 0 && linear.w != 0 ? linear.w : nil
    }

    /// Whether the form is a positive multiple of alpha, and thus positive for pixels that aren't transparent.
    var isPositiveAlpha: Bool { alphaFactor.map { $0 > 0 } ?? false }

    static func + (a: PixelForm, b: PixelForm) -> PixelForm {
        PixelForm(linear: a.linear + b.linear, straight: a.straight + b.straight)
    }

    static func * (a: PixelForm, factor: Double) -> PixelForm {
        PixelForm(linear: a.linear * factor, straight: a.straight * factor)
    }

    /// Returns the product; nil if it isn't a form.
    func multiplied(by other: PixelForm) -> PixelForm? {
        if let factor = other.constant { return self * factor }
        if let factor = constant { return other * factor }
        if let factor = other.alphaFactor { return timesAlpha.map { $0 * factor } }
        if let factor = alphaFactor { return other.timesAlpha.map { $0 * factor } }
        return nil
    }

    /// Returns the quotient for alpha other than 0; nil if it isn't a form.
    func divided(by other: PixelForm) -> PixelForm? {
        if let divisor = other.constant { return self * (1 / divisor) }
        // Dividing by alpha turns red into red/alpha, and alpha into 1.
        guard let factor = other.alphaFactor, straight == .zero else { return nil }
        return PixelForm(linear: .zero, straight: linear) * (1 / factor)
    }

    private var timesAlpha: PixelForm? { linear == .zero ? PixelForm(linear: straight, straight: .zero) : nil }
}
