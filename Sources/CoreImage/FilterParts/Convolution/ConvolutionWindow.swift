import Foundation
import ImageGraph
import Pixels

/// The window of weights that a convolution filter lays around each pixel: an odd number of columns and of rows.
///
/// Weights stand in the order of reading, the top row first, and lie on the image as they are written: the last weight is for the pixel below and to
/// the right. (Core Image's documentation has an element-wise product of the weights and a pixel's neighbours, so they aren't turned by 180°.) Outside the
/// image all is transparent black, and nothing is clamped: the documentation's limits of 0 and 1 would change colours that the default weights are to
/// leave alone, in filters that are listed for high dynamic range. Weights and biases that aren't finite count as 0.
///
/// Sums are taken in the working space. Two pictures that Core Image made in 2013 (3 × 3 and 9 × 1) agree to the bit
/// with sums of sRGB-encoded premultiplied values, and with a mean difference of 2.3 and 3.7 of 255 with linear ones.
/// The Gaussian blur of that system took encoded values too, and those of iOS 9 and 13 take linear ones: sums here are
/// linear, as the newer blurs are. The extents of both pictures are the ones here.
struct ConvolutionWindow {
    /// Weights beside each other.
    let columns: Int
    /// Weights one above the other.
    let rows: Int

    private var count: Int { columns * rows }

    /// 1 for the pixel itself: changes nothing.
    var identity: CIVector {
        CIVector(values: (0..<count).map { $0 == count / 2 ? 1 : 0 }, count: count)
    }

    private static let joined = CIColorKernel(
        """
        kernel vec4 joined(__sample image, __sample sums) {
            return image.a == 0.0 ? vec4(0.0) : premultiply(vec4(sums.rgb, image.a));
        }
        """)

    /// All four components of premultiplied pixels summed, and the bias added to each; the extent grows by the window's reach.
    func summed(_ image: CIImage, weights: CIVector, bias: Float, filter: CIFilter) -> CIImage {
        if let problem = problem(with: weights, of: filter) { return .failed(problem) }
        if changesNothing(weights, bias) { return image }
        return sums(image, weights, bias).settingProperties(image.properties)
    }

    /// Red, green and blue of unpremultiplied pixels summed, and the bias added to each; alpha is each pixel's own, and the extent stays.
    func colorsSummed(_ image: CIImage, weights: CIVector, bias: Float, filter: CIFilter) -> CIImage {
        if let problem = problem(with: weights, of: filter) { return .failed(problem) }
        if changesNothing(weights, bias) { return image }
        return Self.joined.apply(to: image, sums(image.unpremultiplyingAlpha(), weights, bias))
    }

    private func sums(_ image: CIImage, _ weights: CIVector, _ bias: Float) -> CIImage {
        let numbers = (0..<count).map { Float(weights.value(at: $0)).finite(or: 0) }
        return CIImage(
            node: image.node.convolved(weights: numbers, width: columns, height: rows, bias: bias.finite(or: 0)))
    }

    private func changesNothing(_ weights: CIVector, _ bias: Float) -> Bool {
        weights == identity && bias.finite(or: 0) == 0
    }

    private func problem(with weights: CIVector, of filter: CIFilter) -> CIFilterError? {
        if weights.count == count { return nil }
        return .badValue(
            filter: filter.name, key: "inputWeights",
            reason: "it has \(weights.count) numbers; give \(count), row by row from the top")
    }
}
