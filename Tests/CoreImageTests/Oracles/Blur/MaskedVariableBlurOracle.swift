import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Interpolates between blurs of 0.75 · 2ⁿ pixels by the logarithm of the radius, which is scaled by the mask's
    /// green.
    static let maskedVariableBlur = FilterOracle("CIMaskedVariableBlur", .formula) {
        let picture = PixelGrid.colorful(x: 3, y: -2, width: 12, height: 9)
        let mask = PixelGrid(x: 0, y: -4, width: 16, height: 14) { x, _ in SIMD4(0.3, Float(x) / 15, 0.9, 1) }
        for radius in [0.5, 1.2, 5, 20] {
            let image = picture.image.applyingFilter(
                "CIMaskedVariableBlur", parameters: ["inputMask": mask.image, "inputRadius": radius])
            let extent = maskedExtents[radius] ?? picture.bounds
            guard image.extent == extent else { throw ExtentMismatch(found: image.extent, expected: extent) }
            try expect(image, in: mask.bounds.insetBy(dx: -1, dy: -1), tolerance: 0.007) { x, y in
                let wanted = max(radius * Double(mask[x, y].y), 0.75)
                let octave = log2(wanted / 0.75)
                func level(_ number: Double) -> SIMD4<Float> {
                    number == 0 ? picture[x, y] : BlurTests.gaussian(picture, sigma: 0.75 * pow(2, number), x: x, y: y)
                }
                let share = Float(octave - octave.rounded(.down))
                if !mask.bounds.contains(pixelCenter(x, y)) { return picture[x, y] }
                return level(octave.rounded(.down)) * (1 - share) + level(octave.rounded(.down) + 1) * share
            }
        }
    }

    /// The extent grows by eight standard deviations of the largest blur, which is 1.5, 6 and 24, and is aligned to
    /// multiples of 4, 16 and 64.
    private static let maskedExtents = [
        1.2: CGRect(x: -12, y: -16, width: 40, height: 36), 5: CGRect(x: -48, y: -64, width: 112, height: 128),
        20: CGRect(x: -192, y: -256, width: 448, height: 512),
    ]
}
