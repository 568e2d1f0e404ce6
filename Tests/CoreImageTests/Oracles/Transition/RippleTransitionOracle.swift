import CoreImage
import Foundation

extension FilterOracle {
    /// Fitted to a render at time 0.6981, width 500 and scale 10 around (0, 0), where the ring's parts met at 154, 529,
    /// 904 and 1279 pixels.
    static let rippleTransition = transitionOracle(
        "CIRippleTransition", .published, tolerance: 4e-3,
        settings: [
            rippling(0.4, x: 4, y: 6, width: 6, scale: 3), rippling(0.6, x: -3.2, y: 9.5, width: 14, scale: -5),
            rippling(0.5, x: 8, y: 2, width: 9, scale: 0), rippling(0.96, x: 8, y: 2, width: 3, scale: 40),
            rippling(0.03, x: 8, y: 2, width: 0, scale: 4),
        ]
    ) { setting, point in
        let (time, center) = (setting.number(kCIInputTimeKey), setting.point(kCIInputCenterKey))
        let part = 0.75 * max(setting.number(kCIInputWidthKey), 1)
        func far(_ area: CGRect) -> Double {
            hypot(
                max(abs(area.minX - center.x), abs(area.maxX - center.x)),
                max(abs(area.minY - center.y), abs(area.maxY - center.y)))
        }
        let (own, whole) = (far(setting.rectangle(kCIInputExtentKey)), far(leaving.bounds.union(arriving.bounds)))
        var front = time * (own + 3 * part)
        if time > 15.0 / 16, whole > own { front += (whole - own) * (16 * time - 15) }
        let azimuth = atan2(point.y - center.y, point.x - center.x)
        // How far inside of the front, in parts of the ring.
        let depth = (front - hypot(point.x - center.x, point.y - center.y)) / part
        func smooth(_ value: Double) -> Double { value * value * (3 - 2 * value) }
        let slope: Double =
            switch depth {
            case ..<0: 0
            case ..<1: -smooth(depth)
            case ..<2: 2 * smooth(depth - 1) - 1
            case ..<3: 1 - smooth(depth - 2)
            default: 0
            }
        let share = depth < 1 ? 1 : depth > 2 ? 0 : 1 - smooth(depth - 1)
        let (x, y) = (slope * cos(azimuth), slope * sin(azimuth))
        let scale = setting.number(kCIInputScaleKey)
        let place = CGPoint(x: point.x + scale * x, y: point.y + scale * y)
        let base = mixed(leaving.bilinear(at: place), arriving.bilinear(at: place), share: share)
        let strength = min(1, 16 * time, 16 - 16 * time)
        let box = reflected.bounds
        let light =
            reflected.bilinear(at: CGPoint(x: box.midX + x * box.width / 2, y: box.midY + y * box.height / 2))
            * Float(strength)
        return light + base * (1 - light.w)
    }

    /// The picture that the wave reflects.
    static let reflected = PixelGrid.colorful(x: 3, y: -9, width: 12, height: 16)

    private static func rippling(_ time: Double, x: CGFloat, y: CGFloat, width: Double, scale: Double)
        -> [String: Any]
    {
        [
            kCIInputTimeKey: time, kCIInputCenterKey: CIVector(x: x, y: y), kCIInputWidthKey: width,
            kCIInputScaleKey: scale, "inputShadingImage": reflected.image,
            kCIInputExtentKey: CIVector(x: -1, y: 0, z: 15, w: 12),
        ]
    }
}
