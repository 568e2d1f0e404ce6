import CoreImage
import Foundation

extension FilterOracle {
    /// Found from two renders: at time 0.5, shadow radius 8, density 0.65 and offset (0, −10), and at time 0.5019,
    /// radius 30 and density 1 without an offset. Both edges are ramps of the difference between mask and time, divided
    /// by the mask's steepness at the pixel itself. How one image is alone at the ends is this project's choice.
    static let disintegrateWithMaskTransition = transitionOracle(
        "CIDisintegrateWithMaskTransition", .published, tolerance: 4e-3,
        settings: [
            disintegrating(0.3, radius: 8, density: 0.65, x: 0, y: -3),
            disintegrating(0.55, radius: 30, density: 1, x: 2, y: 1.5),
            disintegrating(0.7, radius: 0, density: 0.5, x: -4, y: 0),
            disintegrating(0.02, radius: 4, density: 9, x: 0, y: 0),
            disintegrating(0.97, radius: 12, density: 0.8, x: 1, y: 0),
            disintegrating(0.5, radius: 8, density: 0, x: 3, y: -10),
        ]
    ) { setting, point in
        let time = setting.number(kCIInputTimeKey)
        let density = min(setting.number("inputShadowDensity"), 1)
        let offset = setting.point("inputShadowOffset")
        func level(_ x: Double, _ y: Double) -> Double {
            Double(min(max(wearing.bilinear(at: CGPoint(x: x, y: y)).y, 0), 1))
        }
        let here = level(point.x, point.y)
        let differences = [level(point.x - 1, point.y), level(point.x, point.y - 1)].map { abs(here - $0) }
        let steepness = max(differences[0], differences[1]) + 0.001
        let late = time < 0.5 ? max(0.5 - 8 * time, 0) : min(7.5 - 8 * time, 0)
        let share = min(max((here - time) / steepness + 0.5 + late, 0), 1)
        let caster = level(point.x - offset.x, point.y - offset.y)
        let radius = max(setting.number("inputShadowRadius"), 0.02)
        let shadow = min(max((caster - time) / (steepness * radius) + 0.5, 0), 1)
        // In the last sixteenth the shadow fades.
        let dim = density * min(16 * (1 - time), 1) * shadow
        let (dark, bright) = (Float((1 - dim) * (3 + time) / 4), Float((4 + time) / 4))
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
