import CoreImageEssentials
import Foundation

/// A three-dimensional colour table: unpremultiplied linear working-space RGB selects a place in a cube of n³ colours.
///
/// Red runs fastest in the table, then green, then blue; entry (i, j, k) belongs to the colour (i, j, k) / (n − 1).
/// Entries are four 32-bit floats, premultiplied RGBA; those that aren't finite count as 0. Between entries the
/// interpolation is trilinear. Colours outside 0…1 take the colour of the nearest face of the cube; with `extrapolate`
/// they continue the outermost cell linearly. The table's colour is multiplied by the pixel's alpha. Data that does not
/// hold n³ entries gives an image whose rendering throws `CIFilterError.badValue`. Source: Core Image Filter Reference;
/// the kind of interpolation is not published.
class ColorCube: CIFilter, CIColorCube {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorCube",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Replaces colours with those of a three-dimensional table.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 2, range: 2...128, identity: 2, type: kCIAttributeTypeCount) var cubeDimension: Float
    @CIInput(default: ColorTable.identityData, identity: ColorTable.identityData) var cubeData: Data
    @CIInput(default: false, range: 0...1) var extrapolate: Bool

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        do {
            let table = try ColorTable(data: cubeData, key: "inputCubeData", dimension: cubeDimension, of: name)
            return inputImage.applying(table, extrapolate: extrapolate)
        } catch { return .failed(error) }
    }
}

/// Inputs of the colour cube.
public protocol CIColorCube: CIFilterProtocol {
    /// The image to change.
    var inputImage: CIImage? { get set }
    /// Entries along each edge of the cube, a whole number from 2 to 128.
    var cubeDimension: Float { get set }
    /// The cube's entries: dimension³ × 4 floats in the machine's byte order, premultiplied RGBA, red fastest.
    var cubeData: Data { get set }
    /// Whether colours beyond 0…1 continue the table linearly.
    var extrapolate: Bool { get set }
}

extension CIFilter {
    /// A filter that replaces colours with those of a table.
    public class func colorCube() -> any CIFilter & CIColorCube { registered(ColorCube()) }
}

extension ColorCube: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("cubeDimension=16 cubeData=@companions/dusk.cube") }
}
