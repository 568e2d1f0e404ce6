import CoreImageEssentials
import Foundation
import ImageGraph

/// The window of weights that a convolution filter puts around each pixel, with an odd number of columns and of rows.
///
/// Weights are in reading order, the top row first, and are laid on the image as written: the last weight is for the
/// pixel below and to the right. (Core Image's documentation shows an element-wise product of the weights and a pixel's
/// neighbours, so they aren't turned by 180°.) Pixels outside the image are transparent black. Nothing is clamped: the
/// documentation's limits of 0 and 1 would change colours that the default weights must keep, in filters that are
/// listed for high dynamic range. Weights and biases that aren't finite count as 0.
///
/// A source's pixels are summed as they are stored, premultiplied and mostly encoded by sRGB's curve, and the sums are
/// converted to the working space; images that filters computed are summed in the working space. Two pictures that Core
/// Image made in 2013 (3 × 3 and 9 × 1) agree with that to the bit, and have a mean difference of 2.3 and 3.6 of 255
/// with sums in linear light. No newer picture of a convolution is known. Those of the Gaussian blur used encoded
/// values in 2013 and linear light later, so today's convolutions may too. The filters for red, green and blue, which
/// are newer, sum in the working space.
struct ConvolutionWindow {
    /// Number of weights in a row.
    let columns: Int
    /// Number of weights in a column.
    let rows: Int

    private var count: Int { columns * rows }

    /// Weights that change nothing: 1 for the pixel itself, 0 for its neighbours.
    var identity: CIVector {
        CIVector(values: (0..<count).map { $0 == count / 2 ? 1 : 0 }, count: count)
    }

    private static let joined = CIColorKernel(
        """
        kernel vec4 joined(__sample image, __sample sums) {
            return image.a == 0.0 ? vec4(0.0) : premultiply(vec4(sums.rgb, image.a));
        }
        """)

    /// Returns the weighted sums of all four components of premultiplied pixels, with the bias added to each. The
    /// extent grows by the window's reach.
    func convolved(_ image: CIImage, weights: CIVector, bias: Float, filter: CIFilter) -> CIImage {
        if let problem = problem(with: weights, of: filter) { return .failed(problem) }
        if changesNothing(weights, bias) { return image }
        return sums(image, weights, bias, ofStoredValues: true).settingProperties(image.properties)
    }

    /// Returns the weighted sums of red, green and blue of unpremultiplied pixels, with the bias added to each. Each
    /// pixel's alpha and the extent are kept.
    func convolvedColors(_ image: CIImage, weights: CIVector, bias: Float, filter: CIFilter) -> CIImage {
        if let problem = problem(with: weights, of: filter) { return .failed(problem) }
        if changesNothing(weights, bias) { return image }
        return Self.joined.apply(to: image, sums(image.unpremultiplyingAlpha(), weights, bias, ofStoredValues: false))
    }

    private func sums(_ image: CIImage, _ weights: CIVector, _ bias: Float, ofStoredValues isStored: Bool) -> CIImage {
        let numbers = (0..<count).map { Float(weights.value(at: $0)).finite(or: 0) }
        return CIImage(
            node: image.node.convolved(
                weights: numbers, width: columns, height: rows, bias: bias.finite(or: 0), sumsStoredValues: isStored))
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
