import Foundation
import Pixels

/// A convolution with a small window of weights.
///
/// `out(x, y) = bias + Σ weight(column, row) · in(x + column − width/2, y + height/2 − row)`. Weights are in reading
/// order, the top row first, and are applied as written, without rotation by 180°. If the number of columns or rows is
/// even, one more of them lies to the left or above. All four components are treated alike. The input is transparent
/// outside of its extent.
package struct Convolution: NativeOperator {
    /// Name for descriptions and error messages.
    package let name: String
    /// The image to convolve.
    package let input: ImageNode
    /// The weights, row by row from the top.
    package let weights: [Float]
    /// Number of columns of weights.
    package let width: Int
    /// Number of rows of weights.
    package let height: Int
    /// The number added to every component.
    package let bias: Float
    /// Whether a source's pixels are summed as they are stored, before their colours are converted; see
    /// `ConvertAfterResampling`.
    package let sumsStoredValues: Bool

    /// Creates a convolution with `width` × `height` weights, at least one.
    package init(
        name: String, input: ImageNode, weights: [Float], width: Int, height: Int, bias: Float = 0,
        sumsStoredValues: Bool = false
    ) {
        precondition(width > 0 && height > 0 && weights.count == width * height, "weights.count must be width · height")
        (self.name, self.input, self.weights) = (name, input, weights)
        (self.width, self.height, self.bias, self.sumsStoredValues) = (width, height, bias, sumsStoredValues)
    }

    /// The image to convolve.
    package var inputs: [ImageNode] { [input] }
    /// Returns a convolution of another image with the same weights.
    package func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        Convolution(
            name: name, input: images[0], weights: weights, width: width, height: height, bias: bias,
            sumsStoredValues: sumsStoredValues)
    }
    /// One step for each weight.
    package var workPerPixel: Double { Double(weights.count) }
    /// All properties except the name and the input.
    package var identity: AnyHashable? {
        Identity(weights: weights, width: width, bias: bias, sumsStoredValues: sumsStoredValues)
    }
    private struct Identity: Hashable {
        let weights: [Float]
        let width: Int
        let bias: Float
        let sumsStoredValues: Bool
    }

    /// Returns the pixels that the window covers around all pixels of `output`.
    package func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        if output.isNull || output.isInfinite { return output }
        let part = PixelRect(enclosing: output)
        return part.isEmpty ? .null : reach(of: part).cgRect
    }

    /// Returns the pixels that the window covers around all pixels of `part`.
    package func reach(of part: PixelRect) -> PixelRect {
        PixelRect(
            x: part.x - width / 2, y: part.y - (height - 1 - height / 2), width: part.width + width - 1,
            height: part.height + height - 1)
    }

    /// Computes `region`. Products are added to the bias in the order of the weights, so that a pixel doesn't depend on
    /// the region.
    package func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = inputs.first ?? .transparent
        let meter = WorkMeter.current
        for y in region.y..<region.maxY {
            try meter?.check()
            let target = output.row(y) - output.bounds.x
            for x in region.x..<region.maxX {
                var sum = SIMD4<Float>(repeating: bias)
                for row in 0..<height {
                    for column in 0..<width {
                        let pixel = image[x + column - width / 2, y + height / 2 - row]
                        sum += pixel * weights[row * width + column]
                    }
                }
                target[x] = sum
            }
        }
    }
}
