/// A number that depends on a pixel as a sum of multiples of red, green, blue, alpha, 1, and the colours divided by alpha.
struct PixelForm: Equatable {
    /// Factors of red, green, blue and alpha.
    var linear: SIMD4<Double>
    /// Factors of red/alpha, green/alpha, blue/alpha, and 1.
    var straight: SIMD4<Double>

    /// A number that is the same for all pixels.
    init(constant: Double) { (linear, straight) = (.zero, SIMD4(0, 0, 0, constant)) }

    init(linear: SIMD4<Double>, straight: SIMD4<Double>) { (self.linear, self.straight) = (linear, straight) }

    /// Red, green, blue and alpha of a pixel.
    static let pixel: [PixelForm] = (0..<4).map { channel in
        var linear = SIMD4<Double>.zero
        linear[channel] = 1
        return PixelForm(linear: linear, straight: .zero)
    }

    /// The number, if it is the same for all pixels.
    var constant: Double? {
        linear == .zero && straight.x == 0 && straight.y == 0 && straight.z == 0 ? straight.w : nil
    }

    /// The number of times alpha, if it is nothing else.
    private var alphaFactor: Double? {
        straight == .zero && linear.x == 0 && linear.y == 0 && linear.z == 0 && linear.w != 0 ? linear.w : nil
    }

    /// Whether it is a positive multiple of alpha, and so positive for pixels that aren't transparent.
    var isPositiveAlpha: Bool { alphaFactor.map { $0 > 0 } ?? false }

    static func + (a: PixelForm, b: PixelForm) -> PixelForm {
        PixelForm(linear: a.linear + b.linear, straight: a.straight + b.straight)
    }

    static func * (a: PixelForm, factor: Double) -> PixelForm {
        PixelForm(linear: a.linear * factor, straight: a.straight * factor)
    }

    /// The product, if it is a form.
    func multiplied(by other: PixelForm) -> PixelForm? {
        if let factor = other.constant { return self * factor }
        if let factor = constant { return other * factor }
        if let factor = other.alphaFactor { return timesAlpha.map { $0 * factor } }
        if let factor = alphaFactor { return other.timesAlpha.map { $0 * factor } }
        return nil
    }

    /// The quotient, if it is a form where alpha isn't 0.
    func divided(by other: PixelForm) -> PixelForm? {
        if let divisor = other.constant { return self * (1 / divisor) }
        // Divided by alpha, red becomes red/alpha and alpha 1.
        guard let factor = other.alphaFactor, straight == .zero else { return nil }
        return PixelForm(linear: .zero, straight: linear) * (1 / factor)
    }

    private var timesAlpha: PixelForm? { linear == .zero ? PixelForm(linear: straight, straight: .zero) : nil }
}
