import CoreImageEssentials
import Foundation

/// The weighted sum of the 3 × 3 pixels around each pixel, with the weights of the top row first.
///
/// `out(x, y) = bias + Σ weight(i, j) · in(x + i, y − j)`, summed over columns i and rows j from −1 to 1, on all four
/// components of premultiplied colour: a source's as it is stored, other images' in the working space. Outside the
/// image all is transparent; the extent grows by the window's reach, and the bias is added there too. Weights whose sum
/// is 0 make opaque parts transparent, unless the bias makes up for it. The default weights without a bias change
/// nothing, the extent neither. A vector of another length is an error thrown when the result is rendered; numbers that
/// aren't finite count as 0.
///
/// Source: Core Image Filter Reference, but that the result isn't clamped to 0…1 (`ConvolutionWindow` has the reasons
/// and the evidence).
class Convolution3X3: CIFilter, CIConvolution {
    override class var registration: CIFilterRegistration {
        .init(
            "CIConvolution3X3", displayName: "3 by 3 Convolution",
            categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Adds 3 × 3 pixels with weights.", status: .exact)
    }

    private static let window = ConvolutionWindow(columns: 3, rows: 3)

    @CIInput var inputImage: CIImage?
    @CIInput(default: window.identity, identity: window.identity) var weights: CIVector
    @CIInput(default: 0, identity: 0) var bias: Float

    override var outputImage: CIImage? {
        inputImage.map { Self.window.convolved($0, weights: weights, bias: bias, filter: self) }
    }
}

extension CIFilter {
    /// A filter that computes weighted sums of 3 × 3 pixels.
    public class func convolution3X3() -> any CIFilter & CIConvolution { registered(Convolution3X3()) }
}

extension Convolution3X3: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("weights=-2,-1,0,-1,1,1,0,1,2") }
}
