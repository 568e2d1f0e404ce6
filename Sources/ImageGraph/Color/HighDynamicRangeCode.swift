import KernelLanguage
import Pixels

/// Adds the code of a curve for high dynamic range to a program. Its constants are part of the code.
struct HighDynamicRangeCode {
    private let isPerceptualQuantizer: Bool

    /// Creates the code for the perceptual quantizer or hybrid log-gamma.
    init(_ form: TransferCurve.Form) { isPerceptualQuantizer = form == .perceptualQuantizer }

    /// Returns the linear value of a signal of at least 0.
    func decoded(_ signal: FloatValue) -> FloatValue {
        if isPerceptualQuantizer {
            typealias Curve = HighDynamicRange.PerceptualQuantizer
            let power = signal.curvePower(1 / Curve.m2)
            let divisor = (Float(Curve.c2) - power * Float(Curve.c3)).maximum(Float(Curve.smallestDivisor))
            let quotient = (power - Float(Curve.c1)).maximum(0) / divisor
            return quotient.curvePower(1 / Curve.m1) * Float(Curve.peak)
        }
        typealias Curve = HighDynamicRange.HybridLogGamma
        let high = ((signal - Float(Curve.c)) * Float(1 / Curve.a)).exponential + Float(Curve.b)
        return (signal <= 0.5).select(signal * signal * Float(Curve.peak / 3), high * Float(Curve.peak / 12))
    }

    /// Returns the signal of a linear value of at least 0.
    func encoded(_ linear: FloatValue) -> FloatValue {
        if isPerceptualQuantizer {
            typealias Curve = HighDynamicRange.PerceptualQuantizer
            let power = (linear * Float(1 / Curve.peak)).curvePower(Curve.m1)
            let quotient = (power * Float(Curve.c2) + Float(Curve.c1)) / (power * Float(Curve.c3) + 1)
            return quotient.curvePower(Curve.m2)
        }
        typealias Curve = HighDynamicRange.HybridLogGamma
        let light = linear * Float(12 / Curve.peak)
        let high = (light - Float(Curve.b)).maximum(Float.leastNormalMagnitude).logarithm * Float(Curve.a)
        return (light <= 1).select((light * 0.25).squareRoot, high + Float(Curve.c))
    }
}
