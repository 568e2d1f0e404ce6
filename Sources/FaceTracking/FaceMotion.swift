import Foundation

/// The motion of a face: a position, a size and a velocity that is constant but for small changes.
struct FaceMotion: Sendable {
    /// The part of the difference between a prediction and an observation by which the position is corrected. Both
    /// corrections are 0 for a face that moves at constant velocity.
    private static let positionGain = 0.8
    /// The part by which the velocity is corrected.
    private static let velocityGain = 0.4
    /// The longest time for which a face that isn't found is expected to move on.
    private static let longestPrediction = 0.5

    /// The centre.
    private(set) var centre: SIMD2<Double>
    /// The width and height.
    private(set) var size: SIMD2<Double>
    /// The change of the centre per second.
    private(set) var velocity = SIMD2<Double>.zero
    /// The time of the last observation in seconds.
    private(set) var time: Double
    private var observations = 1

    init(_ bounds: CGRect, at time: Double) {
        (centre, size, self.time) = (bounds.centre, bounds.sides, time)
    }

    /// Returns the expected bounds at a time in seconds.
    func bounds(at time: Double) -> CGRect {
        let expected = centre(at: time)
        return CGRect(
            x: expected.x - size.x / 2, y: expected.y - size.y / 2, width: size.x, height: size.y)
    }

    private func centre(at time: Double) -> SIMD2<Double> {
        centre + velocity * min(max(time - self.time, 0), Self.longestPrediction)
    }

    /// Takes an observation into account, whose time is later than that of the last one.
    mutating func observe(_ bounds: CGRect, at time: Double) {
        let duration = max(time - self.time, 1e-3)
        let expected = centre(at: time)
        let residual = bounds.centre - expected
        // The second observation determines the velocity.
        velocity += residual * ((observations == 1 ? 1 : Self.velocityGain) / duration)
        centre = expected + residual * (observations == 1 ? 1 : Self.positionGain)
        size += (bounds.sides - size) * Self.positionGain
        self.time = time
        observations += 1
    }
}

extension CGRect {
    fileprivate var centre: SIMD2<Double> { SIMD2(Double(midX), Double(midY)) }
    fileprivate var sides: SIMD2<Double> { SIMD2(Double(width), Double(height)) }
}
