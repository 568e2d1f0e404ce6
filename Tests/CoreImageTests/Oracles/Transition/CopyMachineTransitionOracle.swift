import CoreImage
import Foundation

extension FilterOracle {
    /// Fitted to a render at time 0.2528, where a bar of 100 pixels had done 0.3888 of its way over 500 × 500 at angle
    /// 3.
    static let copyMachineTransition = transitionOracle(
        "CICopyMachineTransition", .published,
        settings: [
            copying(0.3, angle: 0, width: 6, opacity: 1), copying(0.5, angle: 2.5, width: 12, opacity: 1.3),
            copying(0.4, angle: 1.2, width: 0.5, opacity: 0), copying(0.7, angle: 3, width: 40, opacity: 3),
            copying(0.03, angle: 3, width: 7, opacity: 1), copying(0.98, angle: 0.5, width: 7, opacity: 1),
        ]
    ) { setting, point in
        let progress = pow(setting.number(kCIInputTimeKey), 0.6868)
        let share = band(setting, at: point, progress: progress)
        let light = setting.number("inputOpacity") * min(share / 0.83, (1 - share) / 0.17)
        let base = mixed(pixel(leaving, point), pixel(arriving, point), share: share)
        let gain = Float(1 + 1.235 * light + 0.35 * light * light)
        let glow = Float(0.964 * light + 1.345 * light * light) * base.w
        // The light's components are used as given, without conversion to linear.
        return SIMD4(base.x * gain + glow, base.y * gain + 0.5 * glow, base.z * gain + 0.25 * glow, base.w)
    }

    private static func copying(_ time: Double, angle: Double, width: Double, opacity: Double) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputAngleKey: angle, kCIInputWidthKey: width, "inputOpacity": opacity,
            kCIInputExtentKey: CIVector(x: -1, y: 0, z: 15, w: 12),
            kCIInputColorKey: CIColor(red: 1, green: 0.5, blue: 0.25),
        ]
    }
}
