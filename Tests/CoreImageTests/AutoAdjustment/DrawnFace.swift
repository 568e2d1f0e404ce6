import Foundation

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// A synthetic face, seen from the front, and the feature that a detector would return for it. Tests use it without any
/// portrait.
struct DrawnFace {
    /// Linear colours.
    var skin = SIMD3<Float>(0.61, 0.38, 0.27)
    var iris = SIMD3<Float>(0.09, 0.045, 0.02)
    var lips = SIMD3<Float>(0.42, 0.12, 0.11)
    /// The colour of a glasses' frame around the eyes; nil without glasses.
    var glasses: SIMD3<Float>?
    /// The colour of make-up on the upper lids; nil without make-up.
    var lidColor: SIMD3<Float>?
    /// The colour that the pupils reflect; nil for dark pupils.
    var glow: SIMD3<Float>?
    /// Whether the right eye glows too. The left one glows whenever `glow` is set.
    var bothGlow = true
    /// Radius of the pupils.
    var pupilRadius = 4.5
    var hasCatchlights = true
    /// Whether the feature has the positions of the eyes.
    var hasEyePositions = true
    /// The colour of the scene's light, which multiplies all colours.
    var light = SIMD3<Float>(repeating: 1)

    static let width = 220
    static let height = 240
    static let bounds = CGRect(x: 10, y: 20, width: 190, height: 190)
    /// The pupils' centres.
    static let eyes = [CGPoint(x: 65.3, y: 138.2), CGPoint(x: 145.6, y: 137.7)]
    private static let mouth = CGPoint(x: 105, y: 62)

    /// The feature of the face, with the eyes a few pixels off, as detectors report them.
    var feature: CIFaceFeature {
        let eyes = Self.eyes.map { CGPoint(x: $0.x + 3, y: $0.y - 4) }
        return CIFaceFeature(
            FoundFace(
                bounds: Self.bounds, leftEye: hasEyePositions ? eyes[0] : nil,
                rightEye: hasEyePositions ? eyes[1] : nil,
                mouth: Self.mouth),
            tracking: nil)
    }

    /// The pixels of the picture.
    var grid: PixelGrid {
        PixelGrid(width: Self.width, height: Self.height) { x, y in
            let color = color(at: pixelCenter(x, y)) * light
            return SIMD4(color.x, color.y, color.z, 1)
        }
    }

    var image: CIImage { grid.image }

    private func color(at point: CGPoint) -> SIMD3<Float> {
        var color = SIMD3<Float>(0.2, 0.22, 0.25)
        // Most shares are 0 or 1. Their exact results need no arithmetic, which is slow in a debug build.
        func paint(_ paint: SIMD3<Float>, _ cover: Double) {
            if cover <= 0 { return }
            if cover >= 1 {
                color = paint
                return
            }
            let share = Float(cover)
            color = color * (1 - share) + paint * share
        }
        let face = (1 - hypot((point.x - 105) / 92, (point.y - 115) / 112)) * 90 + 0.5
        if face > 0 {
            // Light from the left, and a grain like pores.
            let grain = Float(sin(point.x * 2.3) * sin(point.y * 1.9)) * 0.03
            paint(skin * (1.05 - Float(point.x) / 1500 + grain), face)
        }
        paint(lips, (1 - hypot((point.x - 105) / 30, (point.y - 62) / 9)) * 9 + 0.5)
        for (index, eye) in Self.eyes.enumerated() {
            let (dx, dy) = (Double(point.x - eye.x), Double(point.y - eye.y))
            // The glasses are the largest, with a horizontal radius of 1.35 · 19.5.
            if abs(dx) > 27 || abs(dy) > 27 { continue }
            let radius = hypot(dx, dy)
            if let lidColor { paint(lidColor, (1 - hypot(dx / 19, (dy - 6) / 11)) * 10 + 0.5) }
            let opening = (1 - hypot(dx / 15, dy / 7.6)) * 7 + 0.5
            paint(SIMD3(0.46, 0.43, 0.41), opening)
            // The tear duct, on the side of the nose.
            paint(SIMD3(0.5, 0.2, 0.18), min(2.5 - hypot(dx - (index == 0 ? 13 : -13), dy), opening))
            paint(iris, min(7.4 - radius, opening))
            let isGlowing = glow != nil && (index == 0 || bothGlow)
            paint(isGlowing ? glow ?? .zero : SIMD3(repeating: 0.008), min(pupilRadius + 0.5 - radius, opening))
            if hasCatchlights { paint(SIMD3(repeating: 0.95), 1.9 - hypot(dx + 1.4, dy - 1.6)) }
            if let glasses { paint(glasses, 2.5 - abs(hypot(dx / 1.35, dy) - 17)) }
        }
        return color
    }
}
