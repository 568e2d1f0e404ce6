/// Hyperbolic functions, computed from e^|a|.
///
/// Near 0, where that would cancel, they use odd minimax polynomials with these relative errors: 2⁻²⁵·³ for sinh on
/// 0…1, and 2⁻²⁷·⁷ for tanh on 0…⅝.
enum Hyperbolic {
    private static let sinhCoefficients: [Float] = [1, 0x1.555598p-3, 0x1.10f766p-7, 0x1.ab4058p-13]
    private static let tanhCoefficients: [Float] = [
        1, -0x1.555532p-2, 0x1.1106f6p-3, -0x1.b835a4p-5, 0x1.51f8cep-6, -0x1.750ce4p-8,
    ]

    static func sinh(_ a: FloatValue) -> FloatValue {
        let size = a.magnitude
        let half = Exponential.halfExp(size)
        let large = (half - 0.25 / half).withSign(of: a)
        return (size < 1).select(a * (a * a).polynomial(sinhCoefficients), large)
    }

    static func cosh(_ a: FloatValue) -> FloatValue {
        let half = Exponential.halfExp(a.magnitude)
        return half + 0.25 / half
    }

    static func tanh(_ a: FloatValue) -> FloatValue {
        let size = a.magnitude
        // tanh rounds to 1 from 10 on.
        let half = Exponential.halfExp(size.minimum(10) * 2)
        let large = (1 - 1 / (half + 0.5)).withSign(of: a)
        return (size < 0.625).select(a * (a * a).polynomial(tanhCoefficients), large)
    }
}
