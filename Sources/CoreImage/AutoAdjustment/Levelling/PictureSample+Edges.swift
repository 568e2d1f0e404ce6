import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

extension PictureSample {
    /// Returns the edges of the copy, thinned to one pixel, that deviate by at most `limit` degrees from horizontal or
    /// vertical.
    func edgePoints(limit: Double) -> [EdgePoint] {
        guard width > 8, height > 8 else { return [] }
        let (across, up) = slopes()
        let steepness = zip(across, up).map { ($0 * $0 + $1 * $1).squareRoot() }
        var points: [EdgePoint] = []
        for y in 3..<height - 3 {
            for x in 3..<width - 3 {
                let i = y * width + x
                guard steepness[i] > Self.leastSteepness else { continue }
                let isLevel = abs(up[i]) > abs(across[i])
                let step = isLevel ? width : 1
                let (before, after) = (steepness[i - step], steepness[i + step])
                // Keep local maxima of the gradient. Transparent neighbours are NaN, so that the comparison fails.
                guard steepness[i] >= before, steepness[i] > after else { continue }
                let tilt = Self.tilt(across: Double(across[i]), up: Double(up[i]), isLevel: isLevel)
                guard abs(tilt) <= limit else { continue }
                // The maximum of a parabola through the three gradients gives the edge's position between pixels.
                let shift = Double(Parabola.peak(before, steepness[i], after))
                points.append(
                    EdgePoint(
                        x: Double(x) + (isLevel ? 0 : shift) - Double(width - 1) / 2,
                        y: Double(height - 1) / 2 - Double(y) - (isLevel ? shift : 0), tilt: tilt, isLevel: isLevel))
            }
        }
        return points
    }

    /// The minimum gradient of an edge, in tones per pixel.
    private static let leastSteepness: Float = 0.012

    /// Returns the angle of an edge from horizontal or vertical, in degrees. The edge is perpendicular to its gradient,
    /// and has no direction.
    private static func tilt(across: Double, up: Double, isLevel: Bool) -> Double {
        let degrees = (isLevel ? atan2(-across, up) : atan2(up, across)) * 180 / .pi
        return degrees > 90 ? degrees - 180 : degrees < -90 ? degrees + 180 : degrees
    }

    /// Returns the horizontal and vertical gradients of the tones, with Scharr's weights; zero at the border.
    private func slopes() -> (across: [Float], up: [Float]) {
        let tones = smoothTones()
        var across = [Float](repeating: 0, count: tones.count)
        var up = across
        for y in 2..<height - 2 {
            for x in 2..<width - 2 {
                let i = y * width + x
                func slope(_ step: Int, _ side: Int) -> Float {
                    let middle = tones[i + step] - tones[i - step]
                    let left = tones[i + step + side] - tones[i - step + side]
                    let right = tones[i + step - side] - tones[i - step - side]
                    return (10 * middle + 3 * left + 3 * right) / 32
                }
                across[i] = slope(1, width)
                up[i] = slope(-width, 1)
            }
        }
        return (across, up)
    }

    /// Returns the square roots of the pixels' luminances, smoothed against noise; NaN where the picture is
    /// transparent.
    private func smoothTones() -> [Float] {
        var tones = zip(colors, weights).map { color, weight in
            weight > 0.99 ? min(max(color.luminance, 0), 1).squareRoot() : .nan
        }
        for step in [1, width] {
            let source = tones
            for i in step..<source.count - step {
                tones[i] = (source[i - step] + 2 * source[i] + source[i + step]) / 4
            }
        }
        return tones
    }
}
