import Foundation

/// Where a face is from its first to its last sight, and for a while before and after, so that it can be hidden in
/// every frame of a video.
///
/// Detectors place a face a little differently in each frame, and miss it in some. The path is smooth: its position and
/// size at a time are those of the line that fits best to what was found within ``window``, which is exact for a face
/// that moves at constant velocity. It covers what was found.
package struct FacePath: Sendable {
    /// A place at which the face was found.
    package struct Sight: Sendable, Hashable {
        /// The time in seconds.
        package let time: Double
        /// The bounds.
        package let bounds: CGRect

        /// Creates a sight.
        package init(time: Double, bounds: CGRect) { (self.time, self.bounds) = (time, bounds) }
    }

    /// The time in seconds before and after a time, within which sights count for it.
    private static let window = 0.3

    /// The ID of the face.
    package let id: Int32
    /// What was found, by time.
    package let sights: [Sight]
    /// The time in seconds before the first and after the last sight for which the face is there, too.
    package let margin: Double
    /// By how much the path has to be enlarged on all sides to cover each sight.
    private let excesses: [Double]

    /// Creates a path.
    ///
    /// - Parameter sights: At least one sight; in the order of their times, which differ.
    package init(id: Int32, sights: [Sight], margin: Double) {
        precondition(!sights.isEmpty, "A path needs a sight.")
        (self.id, self.sights, self.margin) = (id, sights, margin)
        excesses = sights.map { sight in
            let path = Self.fitted(to: sights, at: sight.time)
            return max(
                path.minX - sight.bounds.minX, path.minY - sight.bounds.minY, sight.bounds.maxX - path.maxX,
                sight.bounds.maxY - path.maxY, 0)
        }
    }

    /// Returns the bounds of the face at a time; nil if it isn't there. Between sights, the face is covered even if the
    /// distance is long. Before the first and after the last sight, the bounds cover the face if it stays where it was
    /// found, and if it moves as it did then.
    package func bounds(at time: Double) -> CGRect? {
        let (first, last) = (sights[0], sights[sights.count - 1])
        guard (first.time - margin...last.time + margin).contains(time) else { return nil }
        if time < first.time { return covered(first.time).union(moved(first, to: time)) }
        if time > last.time { return covered(last.time).union(moved(last, to: time)) }
        return covered(time)
    }

    /// Returns bounds that cover the face between the first and the last sight.
    private func covered(_ time: Double) -> CGRect {
        let path = Self.fitted(to: sights, at: time)
        let near = Self.indices(of: sights, around: time)
        let excess = near.map { excesses[$0] }.max() ?? 0
        return path.insetBy(dx: -excess, dy: -excess)
    }

    /// Returns the place of a face that moves on from its first or last sight.
    private func moved(_ sight: Sight, to time: Double) -> CGRect {
        // The velocity between the sights of the window.
        let near = Self.indices(of: sights, around: sight.time).map { sights[$0] }
        guard let first = near.first, let last = near.last, last.time > first.time else { return sight.bounds }
        let part = (time - sight.time) / (last.time - first.time)
        return sight.bounds.offsetBy(
            dx: (last.bounds.midX - first.bounds.midX) * part, dy: (last.bounds.midY - first.bounds.midY) * part)
    }

    /// Returns the indices of the sights in the window around a time, and of those on both sides of the time.
    private static func indices(of sights: [Sight], around time: Double) -> ClosedRange<Int> {
        var (low, high) = (0, sights.count)
        while low < high {
            let middle = (low + high) / 2
            if sights[middle].time < time { low = middle + 1 } else { high = middle }
        }
        // `low` is the first sight that isn't before the time.
        var first = max(low - 1, 0)
        var last = min(low, sights.count - 1)
        while first > 0, sights[first - 1].time >= time - window { first -= 1 }
        while last < sights.count - 1, sights[last + 1].time <= time + window { last += 1 }
        return first...last
    }

    /// Returns the bounds at a time on the lines that fit best to the sights around it: least squares, weighted by
    /// nearness.
    private static func fitted(to sights: [Sight], at time: Double) -> CGRect {
        let near = indices(of: sights, around: time).map { sights[$0] }
        guard near.count > 1 else { return near[0].bounds }
        let widest = max(window, near.map { abs($0.time - time) }.max() ?? 0) * 1.25
        let weights = near.map { sight in
            let distance = abs(sight.time - time) / widest
            return (1 - distance * distance) * (1 - distance * distance)
        }
        let sum = weights.reduce(0, +)
        let middle = zip(weights, near).reduce(0) { $0 + $1.0 * $1.1.time } / sum
        let spread = zip(weights, near).reduce(0) { $0 + $1.0 * ($1.1.time - middle) * ($1.1.time - middle) }
        func value(_ component: (CGRect) -> CGFloat) -> CGFloat {
            let mean = zip(weights, near).reduce(0) { $0 + $1.0 * component($1.1.bounds) } / sum
            let slope =
                zip(weights, near).reduce(0) { $0 + $1.0 * ($1.1.time - middle) * component($1.1.bounds) } / spread
            return mean + slope * (time - middle)
        }
        let (x, y) = (value(\.midX), value(\.midY))
        let (width, height) = (max(value(\.width), 1), max(value(\.height), 1))
        return CGRect(x: x - width / 2, y: y - height / 2, width: width, height: height)
    }
}
