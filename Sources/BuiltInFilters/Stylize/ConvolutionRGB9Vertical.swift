import CoreImageEssentials
import Foundation

/// The weighted sum of the colours of nine pixels in a column around each pixel, with the topmost weight first; alpha
/// stays.
///
/// `out(x, y) = bias + Σ weight(i) · in(x, y − i)`, summed over i from −4 to 4, on red, green and blue of
/// unpremultiplied linear working-space colour, premultiplied again by the pixel's own alpha. Transparent pixels, and
/// those outside the image, count as black; clamp the image first to avoid it. Nothing is clamped, and the extent
/// stays. A vector of another length is an error thrown when the result is rendered; numbers that aren't finite count
/// as 0.
///
/// Source: Core Image's documentation, which doesn't say whether colours are premultiplied; unpremultiplied, a bias
/// doesn't outshine alpha.
class ConvolutionRGB9Vertical: CIFilter, CIConvolution {
    override class var registration: CIFilterRegistration {
        .init(
            "CIConvolutionRGB9Vertical", displayName: "Vertical 9 RGB Convolution",
            categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Adds the colours of nine pixels one above the other with weights, and keeps alpha.",
            status: .exact)
    }

    private static let window = ConvolutionWindow(columns: 1, rows: 9)

    @CIInput var inputImage: CIImage?
    @CIInput(default: window.identity, identity: window.identity) var weights: CIVector
    @CIInput(default: 0, identity: 0) var bias: Float

    override var outputImage: CIImage? {
        inputImage.map { Self.window.convolvedColors($0, weights: weights, bias: bias, filter: self) }
    }
}

extension CIFilter {
    /// A filter that computes weighted sums of the colours of nine pixels in a column, and keeps alpha.
    public class func convolutionRGB9Vertical() -> any CIFilter & CIConvolution {
        registered(ConvolutionRGB9Vertical())
    }
}

extension ConvolutionRGB9Vertical: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("weights=0.111,0.111,0.111,0.111,0.112,0.111,0.111,0.111,0.111") }
}
