import CoreImage
import Foundation

/// A curved, upright mirror. The picture near its axis looks wider or narrower; outside the mirror it is unchanged.
///
/// At the distance d from the axis, in units of the radius, the mirror shows the picture at
/// `d · (1 − amount · (1 − d²)²)`. This function is monotonic for amounts from -1 to 1. The region of interest of a
/// part of the mirror is therefore between the positions that its two sides show.
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

        /// Returns the position in the picture that the mirror shows at `x`. The formula is the same as in the kernel.
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
