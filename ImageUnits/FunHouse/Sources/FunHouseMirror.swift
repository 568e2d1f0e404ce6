import CoreImage
import Foundation

/// A curved mirror that stands upright: what is near its axis looks fat or thin, what is beyond its edges is left alone.
///
/// At the distance d from the axis, in units of the radius, the mirror shows what is at `d · (1 − amount · (1 − d²)²)`. For amounts
/// from -1 to 1 that never turns back, so that the part of the picture needed for a part of the mirror lies between the places that
/// its two sides show.
final class FunHouseMirror: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput("inputCenter", default: CIVector(x: 320, y: 240), type: kCIAttributeTypePosition) var center: CIVector
    @CIInput("inputRadius", default: 200, min: 1, slider: 10...600, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput("inputAmount", default: 0.6, range: -1...1, slider: -1...1, identity: 0) var amount: Float

    private static let kernel = CIWarpKernel(
        """
        kernel vec2 mirror(float axis, float radius, float amount)
        {
            vec2 place = destCoord();
            float d = clamp((place.x - axis) / radius, -1.0, 1.0);
            float bend = 1.0 - d * d;
            place.x -= d * radius * amount * bend * bend;
            return place;
        }
        """)

    override var outputImage: CIImage? {
        guard let image = inputImage else { return nil }
        let axis = center.x
        let radius = CGFloat(max(radius, 1))
        let amount = CGFloat(min(max(amount, -1), 1))

        /// Where the mirror shows `x` from; the same formula as the kernel's.
        @Sendable func source(_ x: CGFloat) -> CGFloat {
            let d = min(max((x - axis) / radius, -1), 1)
            return x - d * radius * amount * (1 - d * d) * (1 - d * d)
        }
        return Self.kernel.apply(
            extent: image.extent,
            roiCallback: { _, part in
                let (left, right) = (source(part.minX), source(part.maxX))
                return CGRect(x: left, y: part.minY, width: right - left, height: part.height)
            },
            image: image, arguments: [axis, radius, amount])
    }
}
