import CoreImageEssentials
import Foundation
import Pixels

/// Two three-dimensional colour tables, mixed pixel by pixel by a mask: `cube0(rgb) · (1 − m) + cube1(rgb) · m`, where
/// m is the mask's premultiplied green.
///
/// The tables are those of `CIColorCube`, both of the same dimension, over colours in the given space, or in the
/// working space without one. The tables' premultiplied colours are mixed in that space, and the mixture is multiplied
/// by the pixel's alpha. Outside the mask m is 0; masks outside 0…1 extrapolate. A space without red, green and blue,
/// and data that does not hold n³ entries, give an image whose rendering throws `CIFilterError.badValue`. Source:
/// Apple's documentation of the filter. It says that the mask is the interpolant, but not which component; green is the
/// one that `CIBlendWithMask` uses.
class ColorCubesMixedWithMask: CIFilter, CIColorCubesMixedWithMask {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorCubesMixedWithMask",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Replaces colours with those of two three-dimensional tables, mixed by a mask.",
            status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput var maskImage: CIImage?
    @CIInput(default: 2, range: 2...128, identity: 2, type: kCIAttributeTypeCount) var cubeDimension: Float
    @CIInput(default: ColorTable.identityData, identity: ColorTable.identityData, name: "Cube 0 Data") var cube0Data:
        Data
    @CIInput(default: ColorTable.identityData, identity: ColorTable.identityData, name: "Cube 1 Data") var cube1Data:
        Data
    @CIInput var colorSpace: CGColorSpace?
    @CIInput(default: false, range: 0...1) var extrapolate: Bool

    override var outputImage: CIImage? {
        guard let inputImage, let maskImage else { return nil }
        do {
            let first = try ColorTable(data: cube0Data, key: "inputCube0Data", dimension: cubeDimension, of: name)
            let second = try ColorTable(data: cube1Data, key: "inputCube1Data", dimension: cubeDimension, of: name)
            return try inputImage.inColorSpace(colorSpace, of: name) { image in
                image.applying(first, second, mask: maskImage, extrapolate: extrapolate)
            }
        } catch { return .failed(error) }
    }
}

/// Inputs of the two colour cubes that a mask mixes.
public protocol CIColorCubesMixedWithMask: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// The mask. Its green is the share of the second cube.
    var maskImage: CIImage? { get set }
    /// Entries along each edge of both cubes, a whole number from 2 to 128.
    var cubeDimension: Float { get set }
    /// The entries of the cube that is used where the mask is black: dimension³ × 4 floats in the machine's byte order,
    /// premultiplied RGBA, red fastest.
    var cube0Data: Data { get set }
    /// The entries of the cube that is used where the mask is white.
    var cube1Data: Data { get set }
    /// Space of the colours that pick entries, and of the entries: an RGB space, or nil for the working space.
    var colorSpace: CGColorSpace? { get set }
    /// Whether colours beyond 0…1 continue the tables linearly.
    var extrapolate: Bool { get set }
}

extension CIFilter {
    /// A filter that replaces colours with those of two tables, mixed by a mask.
    public class func colorCubesMixedWithMask() -> any CIFilter & CIColorCubesMixedWithMask {
        registered(ColorCubesMixedWithMask())
    }
}

extension ColorCubesMixedWithMask: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init(
            "cubeDimension=16 cube0Data=@companions/dusk.cube "
                + "cube1Data=@companions/gray.cube colorSpace=kCGColorSpaceSRGB")
    }
}
