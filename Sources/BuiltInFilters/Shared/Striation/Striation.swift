import CoreImageEssentials
import Foundation

/// The streaks of sunbeams and halos: a number from 0 to 1 for every direction from a centre.
///
/// The numbers lie on a circle with a radius of 50 pixels in the red component of the random generator's noise, sampled
/// bilinearly. The circle's centre is at (38 + 120 · time, 128), so that the streaks flicker as time runs from 0 to 1.
/// Two published renders, of a halo at time 1 and of sunbeams at time ½, agree in every pixel within the rounding of 8
/// bits. Two assumptions are the simplest that fit them: the centre moves evenly, and the circle doesn't depend on the
/// filter's radius, which was 50 in both.
enum Striation {
    /// The part of the noise that contains the circles of all times, opaque and grey. Its lower left corner is (−14,
    /// 76) in the noise's plane.
    static let noise = table(left: -14, bottom: 76, width: 224, height: 104) { red, _ in (red, red) }

    /// Returns a part of the noise, opaque. `components` computes the red and the green component from the noise's red
    /// and alpha.
    static func table(
        left: Int, bottom: Int, width: Int, height: Int,
        components: (_ red: UInt8, _ alpha: UInt8) -> (red: UInt8, green: UInt8)
    ) -> CIImage {
        let (noise, period) = (RandomGenerator.noise(), RandomGenerator.period)
        var bytes = Data(capacity: width * height * 4)
        for row in (0..<height).reversed() {
            for column in 0..<width {
                // The noise's bytes begin with the top row.
                let place = ((period - 1 - (bottom + row)) * period + ((left + column) & (period - 1))) * 4
                let (red, green) = components(noise[place], noise[place + 3])
                bytes.append(contentsOf: [red, green, red, 255])
            }
        }
        return CIImage(
            bitmapData: bytes, bytesPerRow: width * 4, size: CGSize(width: width, height: height), format: .RGBA8,
            colorSpace: nil)
    }

    /// Region function of a kernel that calls `function`.
    static let region = CIKernelRegion.fixed(noise.extent)

    /// Returns the circle's centre in `noise`. Times are clamped to 0…1.
    static func circleCenter(at time: Float) -> CIVector {
        CIVector(x: CGFloat(52 + 120 * min(max(time.finite(or: 0), 0), 1)), y: 52)
    }

    /// The kernel function for the streak in a direction of length 1. Contrast spreads the noise about ½, clamped to
    /// 0…1; strength multiplies the result.
    static let function = """
        float striation(__table sampler noise, vec2 middle, vec2 direction, float strength, float contrast) {
            float value = sample(noise, samplerTransform(noise, middle + 50.0 * direction)).r;
            return strength * clamp(0.5 + (value - 0.5) * contrast, 0.0, 1.0);
        }

        """
}
