import CoreImageEssentials
import Foundation

/// The positions of a palette's colours in an image: for each colour, the mean position of the pixels that are nearest
/// to it.
///
/// The result has a pixel for each of the palette's n colours: n × 1 pixels from the origin, in reading order. Red
/// holds the mean x of the pixel centres and green the mean y, in working space; alpha is 1. A colour to which no pixel
/// is nearest gives a transparent pixel. Every pixel that isn't transparent counts once, for the colour that
/// `CIPalettize` would give it. Sums are exact. The numbers aren't colours: read them with a float format and no colour
/// space. Apple documents the mean coordinates, but not how the result holds them. An infinite image, and a palette
/// that is infinite or has more than 256 pixels, give an image whose rendering throws `CIFilterError.badValue`; an
/// empty image gives transparent pixels.
class PaletteCentroid: CIFilter, CIPaletteCentroid {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPaletteCentroid", categories: [.colorEffect, .video], kind: .color,
            summary: "Finds the mean positions of a palette's colours in an image.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var paletteImage: CIImage?
    @CIInput(default: false, range: 0...1) var perceptual: Bool

    override var outputImage: CIImage? {
        guard let inputImage, let paletteImage else { return nil }
        guard !inputImage.extent.isInfinite else {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: kCIInputImageKey,
                    reason: "its extent is infinite, so positions have no mean; crop it first"))
        }
        do {
            let palette = try Palette(paletteImage, isPerceptual: perceptual, filter: name)
            let sums = LabelPositionSums(of: palette.indices(of: inputImage).node, memberships: palette.count)
            return CIImage(node: LabelCentroids(of: sums).node)
        } catch {
            return .failed(error)
        }
    }
}

/// Inputs of the palette centroid.
public protocol CIPaletteCentroid: CIFilterProtocol {
    /// The image to look for the colours in.
    var inputImage: CIImage? { get set }
    /// The palette: an image of 1 to 256 pixels, a colour each.
    var paletteImage: CIImage? { get set }
    /// Whether colours are compared as L\*a\*b\*.
    var perceptual: Bool { get set }
}

extension CIFilter {
    /// A filter that finds the mean positions of a palette's colours.
    public class func paletteCentroid() -> any CIFilter & CIPaletteCentroid { registered(PaletteCentroid()) }
}

extension PaletteCentroid: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("PaletteCentroid, ColorMatrix rVector=0.003125,0,0,0 gVector=0,0.0041667,0,0")
    }
}
