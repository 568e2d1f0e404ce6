import Foundation

/// A function that weights input pixels by their distance, with its reach on axes that grow and on axes that shrink.
struct ResamplingFilter: Sendable {
    /// What distinguishes filters from each other.
    enum Kind: Hashable, Sendable {
        case lanczos
        case bicubic(b: Double, c: Double)
    }

    /// Which filter this is. Filters of one kind have the same weights.
    let kind: Kind
    /// Name of the operator.
    let name: String
    /// Reach in pixels of the input, if the result is larger.
    let growing: Double
    /// Reach in pixels of the result, if it is smaller.
    let shrinking: Double
    /// Returns the weight at a distance within the reach.
    let weight: @Sendable (_ distance: Double, _ reach: Double) -> Double

    /// A sinc windowed by the central lobe of a wider one, with two lobes for interpolation and three for reduction.
    static let lanczos = ResamplingFilter(
        kind: .lanczos, name: "lanczos scale", growing: 2, shrinking: 3
    ) { x, lobes in
        if x == 0 { return 1 }
        let angle = Double.pi * x
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }

    /// Returns the cubic filter of Mitchell and Netravali.
    static func bicubic(b: Double, c: Double) -> ResamplingFilter {
        ResamplingFilter(kind: .bicubic(b: b, c: c), name: "bicubic scale", growing: 2, shrinking: 2) { distance, _ in
            let x = abs(distance)
            return x < 1
                ? ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6
                : ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6
        }
    }

    /// Returns the approximate number of input pixels per output pixel.
    func tapCount(_ scale: Double) -> Double { scale < 1 ? 2 * shrinking / scale : 2 * growing }
}
