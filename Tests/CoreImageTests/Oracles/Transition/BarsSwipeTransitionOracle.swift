import CoreImage
import Foundation

extension FilterOracle {
    /// Fitted to a render at time 0.6072, angle 3, width 60 and offset 1, where bar k of 1500 × 1500 pixels was moved by (38.207 − k)² pixels.
    static let barsSwipeTransition = transition(
        "CIBarsSwipeTransition", .published,
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
        let (low, high) = interval(whole, angle)
        let across = interval(whole, angle + .pi / 2)
        let bars = (point.x * cos(angle) + point.y * sin(angle) - low) / width
        if abs(bars - bars.rounded()) < 1e-4 { return nil }
        let full = (high - low) / width * offset + sqrt(across.high - across.low)
        let fall = max(pow(setting.number(kCIInputTimeKey), 1.1983) * full - bars.rounded(.down) * offset, 0)
        let place = CGPoint(x: point.x - fall * fall * sin(angle), y: point.y + fall * fall * cos(angle))
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
