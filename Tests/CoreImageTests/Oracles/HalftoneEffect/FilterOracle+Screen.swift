import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Returns an oracle for a black-and-white screen.
    ///
    /// Each pixel must have the gray that follows from luminance, sharpness and threshold, within the image and with
    /// its alpha. As in any halftone, the mean over the screen's periods must rise with the tone, from below a half to
    /// above it.
    ///
    /// - Parameters:
    ///   - isTurned: Whether the screen has an angle.
    ///   - threshold: Returns the tone that becomes middle gray, for a position along and across the screen in periods,
    ///     and the sharpness.
    static func screen(
        _ filter: String, _ evidence: Evidence = .properties, isTurned: Bool = true,
        threshold: @escaping @Sendable (_ x: Double, _ y: Double, _ sharpness: Double) -> Double
    ) -> FilterOracle {
        FilterOracle(filter, evidence) {
            for setting in screens(isTurned: isTurned) {
                let image = warped.image.applyingFilter(filter, parameters: setting)
                guard image.extent == warped.bounds else {
                    throw ExtentMismatch(found: image.extent, expected: warped.bounds)
                }
                let sharpness = min(setting.number(kCIInputSharpnessKey), 0.999)
                try expect(image, in: warped.bounds.insetBy(dx: -1, dy: -1), tolerance: 2e-3) { x, y in
                    let pixel = warped[x, y]
                    let tone = 0.2125 * Double(pixel.x) + 0.7154 * Double(pixel.y) + 0.0721 * Double(pixel.z)
                    let place = setting.periods(pixelCenter(x, y))
                    let gray = min(max((tone - threshold(place.x, place.y, sharpness)) / (1 - sharpness) + 0.5, 0), 1)
                    return SIMD4(SIMD3(repeating: Float(gray)) * pixel.w, pixel.w)
                }
            }
            try expectTones(filter) { $0.x }
        }
    }

    /// Returns the darkness of a line screen: 0 at whole numbers, 1 halfway between them.
    static func wave(_ place: Double) -> Double { 2 * abs(place - place.rounded()) }

    /// Means of even greys through a screen whose period is the vector (3, 4).
    static func expectTones(_ filter: String, brightness: (SIMD4<Float>) -> Float) throws {
        var setting: [String: Any] = [kCIInputWidthKey: 5, kCIInputCenterKey: CIVector(x: 50, y: 50)]
        if CIFilter(name: filter)?.inputKeys.contains(kCIInputAngleKey) == true {
            setting[kCIInputAngleKey] = atan2(4.0, 3.0)
        }
        let bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        for sharpness in [0.0, 0.7, 1.0] {
            setting[kCIInputSharpnessKey] = sharpness
            let means = try (0...10).map { step -> Float in
                let even = PixelGrid(width: 100, height: 100) { _, _ in SIMD4(SIMD3(repeating: Float(step) / 10), 1) }
                    .image
                let pixels = try PixelGrid(rendering: even.applyingFilter(filter, parameters: setting), in: bounds)
                var sum: Float = 0
                for y in 0..<100 { for x in 0..<100 { sum += brightness(pixels[x, y]) } }
                return sum / 10_000
            }
            #expect(zip(means, means.dropFirst()).allSatisfy { $0 <= $1 + 1e-4 }, "\(filter) \(sharpness): \(means)")
            #expect(means[2] < 0.5 && means[8] > 0.5, "\(filter) \(sharpness): \(means)")
        }
    }

    private static func screens(isTurned: Bool) -> [[String: Any]] {
        [(150, 150, 0, 6, 0.7), (2.5, 6.25, 1.1, 4.4, 0.2), (-30, 7, -2.5, 9, 0.9), (1, 2, 0.3, 3, 0), (4, 4, 0, 5, 1)]
            .map { (x: Double, y: Double, angle: Double, width: Double, sharpness: Double) in
                var setting: [String: Any] = [
                    kCIInputCenterKey: CIVector(x: x, y: y), kCIInputWidthKey: width, kCIInputSharpnessKey: sharpness,
                ]
                if isTurned { setting[kCIInputAngleKey] = angle }
                return setting
            }
    }
}

extension [String: Any] {
    /// A point's place along and across a setting's screen, in periods; `turn` is added to its angle.
    func periods(_ point: CGPoint, turn: Double = 0) -> (x: Double, y: Double) {
        let (distance, azimuth) = polar(point)
        let direction = azimuth - number(kCIInputAngleKey) - turn
        let periods = distance / Swift.max(number(kCIInputWidthKey), 1)
        return (periods * cos(direction), periods * sin(direction))
    }
}
