import Foundation

/// A place where a picture's tone changes, and the way in which it does.
struct EdgePoint {
    /// In pixels from the middle of the picture, y upwards.
    let x: Double
    let y: Double
    /// The angle of the edge from the level or the plumb line, whichever is nearer: degrees counter-clockwise, from −45 to 45.
    let tilt: Double
    /// Whether it is nearer to the level.
    let isLevel: Bool
}

extension PictureSample {
    /// The edges of the copy, a pixel wide, that are turned by no more than `limit` degrees from the level or the plumb line.
    func edgePoints(limit: Double) -> [EdgePoint] {
        guard width > 8, height > 8 else { return [] }
        let tones = smoothTones()
        var points: [EdgePoint] = []
        var across = [Float](repeating: 0, count: tones.count)
        var up = across
        for y in 2..<height - 2 {
            for x in 2..<width - 2 {
                let i = y * width + x
                func slope(_ step: Int, _ side: Int) -> Float {
                    let middle = 10 * (tones[i + step] - tones[i - step])
                    let beside =
                        3 * (tones[i + step + side] - tones[i - step + side] + tones[i + step - side]
                            - tones[i - step - side])
                    return (middle + beside) / 32
                }
                // Nothing is known of transparent pixels; their neighbours would be edges. NaN passes no comparison.
                across[i] = slope(1, width)
                up[i] = slope(-width, 1)
            }
        }
        let steepness = zip(across, up).map { ($0 * $0 + $1 * $1).squareRoot() }
        let least = Self.leastSteepness
        for y in 3..<height - 3 {
            for x in 3..<width - 3 {
                let i = y * width + x
                guard steepness[i] > least else { continue }
                let isLevel = abs(up[i]) > abs(across[i])
                let step = isLevel ? width : 1
                let (before, after) = (steepness[i - step], steepness[i + step])
                guard steepness[i] >= before, steepness[i] > after else { continue }
                let tilt =
                    isLevel
                    ? atan2(-Double(across[i]), Double(up[i])) : atan2(Double(up[i]), Double(across[i]))
                let degrees = Self.folded(tilt * 180 / .pi)
                guard abs(degrees) <= limit else { continue }
                // The top of a parabola through the three is where the edge is between pixels.
                let bend = before + after - 2 * steepness[i]
                let shift = bend < 0 ? Double((before - after) / (2 * bend)) : 0
                points.append(
                    EdgePoint(
                        x: Double(x) + (isLevel ? 0 : shift) - Double(width - 1) / 2,
                        y: Double(height - 1) / 2 - Double(y) - (isLevel ? shift : 0), tilt: degrees,
                        isLevel: isLevel))
            }
        }
        return points
    }

    /// The least change of tone from pixel to pixel that is an edge.
    private static let leastSteepness: Float = 0.012

    /// An edge goes both ways: an angle within 90° of 0.
    private static func folded(_ degrees: Double) -> Double {
        degrees > 90 ? degrees - 180 : degrees < -90 ? degrees + 180 : degrees
    }

    /// What is seen of the pixels' light, without their noise; not a number where the picture is transparent.
    private func smoothTones() -> [Float] {
        let tones = zip(colors, weights).map { color, weight in
            weight > 0.99 ? min(max(color.luminance, 0), 1).squareRoot() : .nan
        }
        var result = tones
        for step in [1, width] {
            let source = result
            for i in step..<source.count - step {
                result[i] = (source[i - step] + 2 * source[i] + source[i + step]) / 4
            }
        }
        return result
    }
}
