import CoreImageEssentials
import Foundation

/// The weighted sum of the colours of nine pixels in a row around each pixel, with the leftmost weight first; alpha
/// stays.
///
/// `out(x, y) = bias + Σ weight(i) · in(x + i, y)`, summed over i from −4 to 4, on red, green and blue of
/// unpremultiplied linear working-space colour, premultiplied again by the pixel's own alpha. Transparent pixels, and
/// those outside the image, count as black; clamp the image first to avoid it. Nothing is clamped, and the extent
/// stays. A vector of another length is an error thrown when the result is rendered; numbers that aren't finite count
/// as 0.
///
/// Source: Core Image's documentation, which doesn't say whether colours are premultiplied; unpremultiplied, a bias
/// doesn't outshine alpha.
class ConvolutionRGB9Horizontal: CIFilter, CIConvolution {
    override class var registration: CIFilterRegistration {
        .init(
            "CIConvolutionRGB9Horizontal", displayName: "Horizontal 9 RGB Convolution",
            categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Adds the colours of nine pixels beside each other with weights, and keeps alpha.", status: .exact)
    }

    private static let window = ConvolutionWindow(columns: 9, rows: 1)

    @CIInput var inputImage: CIImage?
    @CIInput(default: window.identity, identity: window.identity) var weights: CIVector
    @CIInput(default: 0, identity: 0) var bias: Float

    override var outputImage: CIImage? {
        inputImage.map { Self.window.convolvedColors($0, weights: weights, bias: bias, filter: self) }
    }
}

extension CIFilter {
    /// A filter that computes weighted sums of the colours of nine pixels in a row, and keeps alpha.
    public class func convolutionRGB9Horizontal() -> any CIFilter & CIConvolution {
        registered(ConvolutionRGB9Horizontal())
    }
}

extension ConvolutionRGB9Horizontal: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("weights=0.111,0.111,0.111,0.111,0.112,0.111,0.111,0.111,0.111") }
}
