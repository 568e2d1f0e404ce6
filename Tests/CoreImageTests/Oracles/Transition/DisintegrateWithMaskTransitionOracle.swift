import CoreImage
import Foundation

extension FilterOracle {
    /// Fitted to a render at time 0.5019, shadow radius 30 and density 1 without an offset. The distance from the edge
    /// is the difference between mask and time, divided by the mask's steepness.
    static let disintegrateWithMaskTransition = transitionOracle(
        "CIDisintegrateWithMaskTransition", .published, tolerance: 4e-3,
        settings: [
            disintegrating(0.3, radius: 8, density: 0.65, x: 0, y: -3),
            disintegrating(0.55, radius: 30, density: 1, x: 2, y: 1.5),
            disintegrating(0.7, radius: 0, density: 0.5, x: -4, y: 0),
            disintegrating(0.02, radius: 4, density: 9, x: 0, y: 0),
            disintegrating(0.97, radius: 12, density: 0.8, x: 1, y: 0),
        ]
    ) { setting, point in
        let time = setting.number(kCIInputTimeKey)
        let density = min(setting.number("inputShadowDensity"), 1)
        let offset = setting.point("inputShadowOffset")
        func inside(_ place: CGPoint) -> Double {
            let levels = [(0.0, 0.0), (-1, 0), (0, -1)].map { step in
                Double(min(max(wearing.bilinear(at: CGPoint(x: place.x + step.0, y: place.y + step.1)).y, 0), 1))
            }
            let steepness = max(abs(levels[0] - levels[1]), abs(levels[0] - levels[2]))
            return (levels[0] - time) / (steepness + 0.001)
        }
        let late = time < 0.5 ? max(0.5 - 8 * time, 0) : min(7.5 - 8 * time, 0)
        let share = min(max(inside(point) + 0.5 + late, 0), 1)
        let away = -inside(CGPoint(x: point.x - offset.x, y: point.y - offset.y))
        let reach = max(setting.number("inputShadowRadius"), 0.02) / 2
        let shadow = min(max((reach - away) / reach, 0), 1)
        let dim = density * (1 - time)
        let (dark, bright) = (Float((1 - dim * shadow) * (1 - dim / 4)), Float(1 + density * time / 4))
        return mixed(
            pixel(leaving, point) * SIMD4(bright, bright, bright, 1),
            pixel(arriving, point) * SIMD4(dark, dark, dark, 1), share: share)
    }

    /// The mask: hills of green, and other things in red and blue; it doesn't cover all of the pictures.
    static let wearing = PixelGrid(x: -4, y: -1, width: 21, height: 15) { x, y in
        let green = 0.5 + 0.35 * sin(Double(x) * 0.5) * cos(Double(y) * 0.4) + 0.01 * Double(x - y)
        return SIMD4(1 - Float(green), Float(green), 0.2, 1)
    }

    private static func disintegrating(
        _ time: Double, radius: Double, density: Double, x: CGFloat, y: CGFloat
    ) -> [String: Any] {
        [
            kCIInputTimeKey: time, "inputShadowRadius": radius, "inputShadowDensity": density,
            "inputShadowOffset": CIVector(x: x, y: y), kCIInputMaskImageKey: wearing.image,
        ]
    }
}
