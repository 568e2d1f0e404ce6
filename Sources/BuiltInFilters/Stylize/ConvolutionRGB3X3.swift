import CoreImageEssentials
import Foundation

/// The weighted sum of the colours of the 3 × 3 pixels around each pixel, with the weights of the top row first; alpha
/// stays.
///
/// `out(x, y) = bias + Σ weight(i, j) · in(x + i, y − j)`, summed over columns i and rows j from −1 to 1, on red, green
/// and blue of unpremultiplied linear working-space colour, premultiplied again by the pixel's own alpha. Transparent
/// pixels, and those outside the image, count as black; clamp the image first to avoid it. Nothing is clamped, and the
/// extent stays. A vector of another length is an error thrown when the result is rendered; numbers that aren't finite
/// count as 0.
///
/// Source: Core Image's documentation, which doesn't say whether colours are premultiplied; unpremultiplied, a bias
/// doesn't outshine alpha.
class ConvolutionRGB3X3: CIFilter, CIConvolution {
    override class var registration: CIFilterRegistration {
        .init(
            "CIConvolutionRGB3X3", displayName: "3 by 3 RGB Convolution",
            categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Adds the colours of 3 × 3 pixels with weights, and keeps alpha.", status: .exact)
    }

    private static let window = ConvolutionWindow(columns: 3, rows: 3)

    @CIInput var inputImage: CIImage?
    @CIInput(default: window.identity, identity: window.identity) var weights: CIVector
    @CIInput(default: 0, identity: 0) var bias: Float

    override var outputImage: CIImage? {
        inputImage.map { Self.window.convolvedColors($0, weights: weights, bias: bias, filter: self) }
    }
}

extension CIFilter {
    /// A filter that computes weighted sums of the colours of 3 × 3 pixels, and keeps alpha.
    public class func convolutionRGB3X3() -> any CIFilter & CIConvolution { registered(ConvolutionRGB3X3()) }
}

extension ConvolutionRGB3X3: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("weights=-2,-1,0,-1,1,1,0,1,2") }
}
