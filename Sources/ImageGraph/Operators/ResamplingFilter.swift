import Foundation

/// A function of the distance that weighs input pixels, and how far it reaches on an axis that grows and on one that shrinks.
struct ResamplingFilter: Sendable {
    /// Name of the operator.
    let name: String
    /// Reach in pixels of the input, where the result is larger.
    let growing: Double
    /// Reach in pixels of the result, where that is smaller.
    let shrinking: Double
    /// The weight at a distance within the reach.
    let weight: @Sendable (_ distance: Double, _ reach: Double) -> Double

    /// Sinc under the middle of a wider one: two lobes to interpolate with, three to filter with.
    static let lanczos = ResamplingFilter(name: "lanczos scale", growing: 2, shrinking: 3) { x, lobes in
        if x == 0 { return 1 }
        let angle = Double.pi * x
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }

    /// The cubic of Mitchell and Netravali.
    static func bicubic(b: Double, c: Double) -> ResamplingFilter {
        ResamplingFilter(name: "bicubic scale", growing: 2, shrinking: 2) { distance, _ in
            let x = abs(distance)
            return x < 1
                ? ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6
                : ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6
        }
    }

    /// About how many input pixels an output pixel is made of.
    func tapCount(_ scale: Double) -> Double { scale < 1 ? 2 * shrinking / scale : 2 * growing }
}
