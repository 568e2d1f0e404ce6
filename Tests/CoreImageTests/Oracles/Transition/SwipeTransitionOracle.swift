import CoreImage
import Foundation

extension FilterOracle {
    /// Fitted to a render at time 0.4951, angle 3 and opacity 0.9, whose band is as wide as the extent: a linear ramp
    /// between both images, and over it the colour with an opacity that rises and falls linearly.
    static let swipeTransition = transitionOracle(
        "CISwipeTransition", .published,
        settings: [
            swiping(0.3, angle: 0, width: 6, opacity: 1), swiping(0.5, angle: 2.5, width: 12, opacity: 0.4),
            swiping(0.4, angle: -1.2, width: 0.5, opacity: 0), swiping(0.7, angle: 3, width: 40, opacity: 0.9),
            swiping(0.03, angle: 3, width: 7, opacity: 7), swiping(0.98, angle: 0.5, width: 7, opacity: -1),
        ]
    ) { setting, point in
        let share = band(setting, at: point, progress: setting.number(kCIInputTimeKey))
        let tent = share < 0.5 ? 2 * share : 2 * (1 - share)
        let cover = tent * min(max(setting.number("inputOpacity"), 0), 1)
        let base = mixed(pixel(leaving, point), pixel(arriving, point), share: share)
        return mixed(setting.pixel(kCIInputColorKey) * base.w, base, share: cover)
    }

    private static func swiping(_ time: Double, angle: Double, width: Double, opacity: Double) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputAngleKey: angle, kCIInputWidthKey: width, "inputOpacity": opacity,
            kCIInputExtentKey: CIVector(x: -1, y: 0, z: 15, w: 12),
            kCIInputColorKey: CIColor(red: 0.29, green: 1, blue: 0.494),
        ]
    }
}
