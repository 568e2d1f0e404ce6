import CoreImageEssentials
import Foundation
import ImageGraph

extension CIImage {
    private static let redPair = CIKernel(
        """
        kernel vec4 redPair(sampler pair) {
            float first = sample(pair, samplerTransform(pair, vec2(0.5, 0.5))).r;
            return vec4(first, sample(pair, samplerTransform(pair, vec2(1.5, 0.5))).r, 0.0, 1.0);
        }
        """)

    /// Returns one pixel from a reduction to two: the first one's red in red, the second one's red in green, blue 0 and
    /// alpha 1.
    func reducedToRedPair(over area: CGRect, filter: String, _ reduce: (_ node: ImageNode, _ area: CGRect) -> ImageNode)
        -> CIImage
    {
        let pair = reduced(over: area, filter: filter, reduce)
        if pair.extent.isEmpty { return pair }
        return Self.redPair.apply(
            extent: CGRect(x: 0, y: 0, width: 1, height: 1), region: .fixed(CGRect(x: 0, y: 0, width: 2, height: 1)),
            pair)
    }
}
