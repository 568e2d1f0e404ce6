import Foundation

/// The streaks of sunbeams and halos: a number from 0 to 1 for every direction from a centre.
///
/// The numbers lie on a circle of 50 pixels in the red component of the random generator's noise, read bilinearly; its centre is at (38 + 120 · time, 128), so that the streaks
/// flicker as time runs from 0 to 1. Two published renders, of a halo at time 1 and of sunbeams at time ½, agree in every pixel within the rounding of 8 bits; that
/// the centre moves evenly, and that the circle doesn't depend on the filter's radius, which was 50 in both, is the simplest that fits them.
enum Striation {
    /// The part of the noise that circles of all times lie in, opaque and grey; it stands for the rectangle from (−14, 76) of the noise's plane.
    static let noise = table(left: -14, bottom: 76, width: 224, height: 104) { red, _ in (red, red) }

    /// A part of the noise, opaque; `components` makes the red and the green component out of the noise's red and alpha.
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

    /// What a kernel that calls `function` reads.
    static let region = CIKernelRegion.fixed(noise.extent)

    /// Where the circle's centre is in `noise`; times before 0 and after 1 count as those.
    static func middle(at time: Float) -> CIVector {
        CIVector(x: CGFloat(52 + 120 * min(max(time.finite(or: 0), 0), 1)), y: 52)
    }

    /// The streak in a direction, which has length 1: contrast spreads the noise about ½, within 0 and 1, and strength multiplies.
    static let function = """
        float striation(__table sampler noise, vec2 middle, vec2 direction, float strength, float contrast) {
            float value = sample(noise, samplerTransform(noise, middle + 50.0 * direction)).r;
            return strength * clamp(0.5 + (value - 0.5) * contrast, 0.0, 1.0);
        }

        """
}
