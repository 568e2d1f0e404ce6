import Foundation

/// Look-up tables for filters that take one as data: 32-bit floats in native byte order.
enum LookTable {
    /// Warm highlights and blue shadows.
    case dusk
    /// Grays by luminance, with slightly increased contrast.
    case gray

    /// The table of 16 × 16 × 16 premultiplied RGBA colours. Red varies fastest.
    var data: Data {
        let steps = 0..<16
        var floats: [Float] = []
        floats.reserveCapacity(16 * 16 * 16 * 4)
        for blue in steps {
            for green in steps {
                for red in steps { floats += look(SIMD3(Float(red), Float(green), Float(blue)) / 15) + [1] }
            }
        }
        return floats.withUnsafeBytes { Data($0) }
    }

    private func look(_ color: SIMD3<Float>) -> [Float] {
        let luminance = (color * SIMD3(0.3, 0.59, 0.11)).sum()
        let curve = luminance * luminance * (3 - 2 * luminance)
        switch self {
        case .gray: return [curve, curve, curve]
        case .dusk:
            let tint = SIMD3<Float>(0.05, 0.08, 0.25) * (1 - curve) + SIMD3(1.05, 0.88, 0.62) * curve
            let mixed = color * 0.55 + tint * 0.45
            return (0..<3).map { min(max(mixed[$0], 0), 1) }
        }
    }

    /// Curves of 32 RGB entries over 0…1: red is raised, green is S-shaped, blue is lowered.
    static var curves: Data {
        let floats = (0..<32).flatMap { index -> [Float] in
            let t = Float(index) / 31
            return [t.squareRoot(), t * t * (3 - 2 * t), t * t * 0.8 + 0.1]
        }
        return floats.withUnsafeBytes { Data($0) }
    }
}
