import CoreImage
import Foundation

extension FilterOracle {
    /// Fitted to two renders. At time 0.6072, angle 3, width 60 and offset 1, bar k of 1500 × 1500 pixels is moved by
    /// (38.208 − k)² pixels. At time 0.5, angle π, width 30 and offset 10, bar k of 640 × 478 pixels is moved by 10 ·
    /// (13.957 − k)² pixels. The result is transparent outside the source's extent.
    static let barsSwipeTransition = transitionOracle(
        "CIBarsSwipeTransition", .published, extent: leaving.bounds,
        settings: [
            bars(0.3, angle: 3, width: 4, offset: 1), bars(0.6, angle: 0.7, width: 3.3, offset: 0.5),
            bars(0.5, angle: 0, width: 6, offset: 3), bars(0.9, angle: -1.4, width: 1, offset: 2),
            bars(0.5, angle: 2, width: 90, offset: 4),
        ]
    ) { setting, point in
        let angle = setting.number(kCIInputAngleKey)
        // All edges are whole numbers.
        let whole = leaving.bounds.union(arriving.bounds)
        let width = max(setting.number(kCIInputWidthKey), 2)
        let offset = max(setting.number("inputBarOffset"), 1)
        let low = interval(whole, angle).low
        let bars = (point.x * cos(angle) + point.y * sin(angle) - low) / width
        if abs(bars - bars.rounded()) < 1e-4 { return nil }
        let steps = (abs(whole.width * cos(angle)), abs(whole.height * sin(angle)))
        let lengths =
            steps.0 > steps.1
            ? (along: steps.0, across: whole.height / abs(cos(angle)))
            : (along: steps.1, across: whole.width / abs(sin(angle)))
        let full = (lengths.along / width).rounded(.down) + sqrt(lengths.across / offset)
        let fall = max(setting.number(kCIInputTimeKey) * full - bars.rounded(.down), 0)
        let move = offset * fall * fall
        let place = CGPoint(x: point.x - move * sin(angle), y: point.y + move * cos(angle))
        let margins = [place.x - whole.minX, whole.maxX - place.x, place.y - whole.minY, whole.maxY - place.y]
        let cover = margins.map { min(max($0 + 0.5, 0), 1) }
        let share = min(cover[0], cover[1]) * min(cover[2], cover[3])
        return mixed(leaving.bilinear(at: place), pixel(arriving, point), share: share)
    }

    private static func bars(_ time: Double, angle: Double, width: Double, offset: Double) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputAngleKey: angle, kCIInputWidthKey: width, "inputBarOffset": offset,
        ]
    }
}
