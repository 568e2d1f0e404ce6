import CoreImage
import Foundation

/// A summary of a picture's brightness: the 1, 25, 50, 75 and 99 % quantiles of its component values, in sRGB from 0 to
/// 1.
package struct LightSummary {
    private static let parts = [0.01, 0.25, 0.5, 0.75, 0.99]

    private let levels: [Double]

    package init(of image: CIImage) throws {
        let histogram = try PictureHistogram(of: image)
        // All components have the same weight, because clipping can occur in each of them.
        let bins = (0..<histogram.bins[0].count).map { bin in histogram.bins.reduce(0) { $0 + $1[bin] } }
        let sum = bins.reduce(0, +)
        levels = Self.parts.map { part in
            var below = 0.0
            let index = bins.firstIndex { bin in
                below += bin
                return below >= part * sum
            }
            return (Double(index ?? 0) + 0.5) / Double(bins.count)
        }
    }

    /// The summary as text, for example `1 % 0.02, 25 % 0.11 …`.
    package var text: String {
        zip(Self.parts, levels).map { String(format: "%.0f %% %.2f", 100 * $0, $1) }.joined(separator: ", ")
    }

    /// The quantiles, keyed by their fractions.
    package var json: [String: Double] {
        Dictionary(uniqueKeysWithValues: zip(Self.parts.map { "\($0)" }, levels))
    }
}
