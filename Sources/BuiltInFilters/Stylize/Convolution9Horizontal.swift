import CoreImageEssentials
import Foundation

/// The weighted sum of nine pixels in a row around each pixel, with the leftmost weight first.
///
/// `out(x, y) = bias + Σ weight(i) · in(x + i, y)`, summed over i from −4 to 4, on all four components of premultiplied
/// colour: a source's as it is stored, other images' in the working space. Outside the image all is transparent; the
/// extent grows by the window's reach, and the bias is added there too. Weights whose sum is 0 make opaque parts
/// transparent, unless the bias makes up for it. The default weights without a bias change nothing, the extent neither.
/// A vector of another length is an error thrown when the result is rendered; numbers that aren't finite count as 0.
///
/// Source: Core Image Filter Reference, but that the result isn't clamped to 0…1 (`ConvolutionWindow` has the reasons
/// and the evidence).
class Convolution9Horizontal: CIFilter, CIConvolution {
    override class var registration: CIFilterRegistration {
        .init(
            "CIConvolution9Horizontal", displayName: "Horizontal 9 Convolution",
            categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Adds nine pixels beside each other with weights.", status: .exact)
    }

    private static let window = ConvolutionWindow(columns: 9, rows: 1)

    @CIInput var inputImage: CIImage?
    @CIInput(default: window.identity, identity: window.identity) var weights: CIVector
    @CIInput(default: 0, identity: 0) var bias: Float

    override var outputImage: CIImage? {
        inputImage.map { Self.window.convolved($0, weights: weights, bias: bias, filter: self) }
    }
}

extension CIFilter {
    /// A filter that computes weighted sums of nine pixels in a row.
    public class func convolution9Horizontal() -> any CIFilter & CIConvolution { registered(Convolution9Horizontal()) }
}

extension Convolution9Horizontal: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("weights=0.111,0.111,0.111,0.111,0.112,0.111,0.111,0.111,0.111") }
}
