import CoreImage
import Foundation

extension FilterOracle {
    /// Found from two renders, at time 0.2528 and 0.5: the bar covers its extent by time 0.65, and its light adds to
    /// colour and alpha.
    static let copyMachineTransition = transitionOracle(
        "CICopyMachineTransition", .published,
        settings: [
            copying(0.3, angle: 0, width: 6, opacity: 1), copying(0.5, angle: 2.5, width: 12, opacity: 1.3),
            copying(0.4, angle: 1.2, width: 0.5, opacity: 0), copying(0.55, angle: 3, width: 40, opacity: 3),
            copying(0.75, angle: 5, width: 9, opacity: 1.3), copying(0.2, angle: 4, width: 20, opacity: -1),
            copying(0.03, angle: 3, width: 7, opacity: 1), copying(0.98, angle: 0.5, width: 7, opacity: 1),
        ]
    ) { setting, point in
        let share = band(setting, at: point, progress: setting.number(kCIInputTimeKey) / 0.65)
        let light = max(setting.number("inputOpacity"), 0) * min(share / 0.83, (1 - share) / 0.17)
        let base = mixed(pixel(leaving, point), pixel(arriving, point), share: share)
        // The light's components are used as given, without conversion to linear.
        return base + SIMD4(1, 0.5, 0.25, 1) * Float(light)
    }

    private static func copying(_ time: Double, angle: Double, width: Double, opacity: Double) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputAngleKey: angle, kCIInputWidthKey: width, "inputOpacity": opacity,
            kCIInputExtentKey: CIVector(x: -1, y: 0, z: 15, w: 12),
            kCIInputColorKey: CIColor(red: 1, green: 0.5, blue: 0.25),
        ]
    }
}
