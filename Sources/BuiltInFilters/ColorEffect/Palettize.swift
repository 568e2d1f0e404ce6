import CoreImageEssentials
import Foundation

/// Replaces every colour by the nearest one of a palette.
///
/// The nearest colour has the least `Δr² + Δg² + Δb²` of unpremultiplied linear working-space colours, or with
/// `perceptual` the least `ΔL² + Δa² + Δb²` of their CIE L\*a\*b\* (D50). Of equally near ones it is the first in
/// reading order. Alpha is kept. The palette is an image of 1 to 256 pixels, usually one row, such as the result of
/// k-means. Its red, green and blue are used as they are, whatever its alpha. Another size gives an image whose
/// rendering throws `CIFilterError.badValue`. Source: Apple's documentation of the filter, which doesn't name the
/// perceptual space.
class Palettize: CIFilter, CIPalettize {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPalettize", categories: [.colorEffect, .video], kind: .color,
            summary: "Paints an image with the colours of a palette.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var paletteImage: CIImage?
    @CIInput(default: false, range: 0...1) var perceptual: Bool

    override var outputImage: CIImage? {
        guard let inputImage, let paletteImage else { return nil }
        do {
            return try Palette(paletteImage, isPerceptual: perceptual, filter: name).painted(over: inputImage)
        } catch {
            return .failed(error)
        }
    }
}

/// Inputs of the palettize filter.
public protocol CIPalettize: CIFilterProtocol {
    /// The image to paint.
    var inputImage: CIImage? { get set }
    /// The palette: an image of 1 to 256 pixels, a colour each.
    var paletteImage: CIImage? { get set }
    /// Whether colours are compared as L\*a\*b\*.
    var perceptual: Bool { get set }
}

extension CIFilter {
    /// A filter that paints an image with the colours of a palette.
    public class func palettize() -> any CIFilter & CIPalettize { registered(Palettize()) }
}
