import CoreImageEssentials
import Foundation

/// A colour table described by a few numbers, for the photo effects.
///
/// Each of red, green and blue of the result, or its gray, is a curve over a weighted brightness of the sRGB-encoded
/// colour, plus a refinement. The effects document how the numbers were found.
struct PhotographicLook: Sendable {
    /// One component of the result, or all three where the result is gray.
    struct Tone: Sendable {
        /// Exponent of the components before they are weighted. The sum is raised to its inverse.
        let gamma: Float
        /// Weights of red, green and blue, and of cyan, magenta and yellow. White weighs 1.
        ///
        /// A colour is treated as a mixture of white, of the secondary colour of its two larger components, and of the
        /// primary colour of its largest component. Where each secondary weighs as much as its two primaries together,
        /// this is an ordinary weighted sum.
        let weights: [Float]
        /// Results for weighted sums from 0 to 1, evenly spaced, with linear interpolation.
        let curve: [Float]
    }

    /// Number of entries along each edge of the table.
    private static let tableDimension = 33

    private let tones: [Tone]
    private let refinement: Refinement

    /// Creates a look from its parts.
    ///
    /// - Parameters:
    ///   - tones: One for each of red, green and blue, or one for gray.
    ///   - refinement: Values added to the tones.
    init(_ tones: [Tone], refinement: Refinement = .none) { (self.tones, self.refinement) = (tones, refinement) }

    /// The table, over sRGB-encoded colours from 0 to 1.
    var table: ColorTable? {
        let powers = tones.map { tone in
            (0..<Self.tableDimension).map { pow(Float($0) / Float(Self.tableDimension - 1), tone.gamma) }
        }
        return ColorTable(dimension: Self.tableDimension) { color in
            let places = color * Float(Self.tableDimension - 1)
            let values = tones.indices.map { index in
                let linear = SIMD3(
                    powers[index][Int(places.x)], powers[index][Int(places.y)], powers[index][Int(places.z)])
                return min(max(tones[index].curveValue(at: linear) + refinement.value(of: index, at: color), 0), 1)
            }
            return values.count == 3
                ? SIMD3(values[0], values[1], values[2]) : SIMD3(repeating: values.first ?? 0)
        }
    }
}

extension PhotographicLook.Tone {
    /// Returns the curve's value for a colour whose components have been raised to `gamma`.
    fileprivate func curveValue(at color: SIMD3<Float>) -> Float {
        let (least, most) = (color.min(), color.max())
        let middle = color.sum() - least - most
        var (primary, secondary) = (0, 3)
        for index in 1..<3 where color[index] > color[primary] { primary = index }
        for index in 1..<3 where color[index] < color[secondary - 3] { secondary = 3 + index }
        let sum = least + weights[secondary] * (middle - least) + weights[primary] * (most - middle)
        let place = min(pow(max(sum, 0), 1 / gamma), 1) * Float(curve.count - 1)
        let knot = min(Int(place), curve.count - 2)
        return curve[knot] + (curve[knot + 1] - curve[knot]) * (place - Float(knot))
    }
}

extension CIImage {
    /// The image with a table over sRGB-encoded colour applied, whatever the working space is; alpha is kept.
    func applyingSRGBTable(_ table: ColorTable?, extrapolate: Bool) -> CIImage? {
        table.flatMap { table in
            matchedFromWorkingSpace(to: .standard)?.applying(table, extrapolate: extrapolate)
                .matchedToWorkingSpace(from: .standard)
        }
    }
}
