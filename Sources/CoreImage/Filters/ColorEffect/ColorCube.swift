import Foundation
import Pixels

/// A three-dimensional colour table: unpremultiplied linear working-space RGB picks a place in a cube of n³ colours.
///
/// Red runs fastest in the table, then green, then blue; entry (i, j, k) belongs to the colour (i, j, k) / (n − 1).
/// Entries are four 32-bit floats, premultiplied RGBA. Between entries the colour is trilinear; beyond 0…1 the
/// nearest face of the cube holds, or with `extrapolate` the outermost cell goes on linearly. The found colour is
/// multiplied by the pixel's alpha. Data that does not hold n³ entries makes an image whose rendering throws
/// `CIFilterError.badValue`. Source: Core Image Filter Reference; the kind of interpolation is not published.
final class ColorCube: CIFilter, CIColorCube {
    override class var registration: CIFilterRegistration {
        .init(
            "CIColorCube",
            categories: [.colorEffect, .highDynamicRange, .interlaced, .nonSquarePixels, .video],
            kind: .color, summary: "Replaces colours with those of a three-dimensional table.")
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 2, range: 2...128, identity: 2, type: kCIAttributeTypeCount) var cubeDimension: Float
    @CIInput(default: identityTable, identity: identityTable) var cubeData: Data
    @CIInput(default: false, range: 0...1) var extrapolate: Bool

    /// The corners of the colour cube, which change nothing.
    private static let identityTable = ColorTable(dimension: 2) { SIMD4($0, 1) }.data

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        guard let dimension = Int(exactly: cubeDimension.rounded()), 2...128 ~= dimension else {
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputCubeDimension", reason: "\(cubeDimension) is not between 2 and 128"))
        }
        guard let table = ColorTable(dimension: dimension, data: cubeData) else {
            let expected = ColorTable.byteCount(dimension: dimension)
            return .failed(
                CIFilterError.badValue(
                    filter: name, key: "inputCubeData",
                    reason: "a cube of dimension \(dimension) has \(expected) bytes (\(dimension)³ × 4 floats), "
                        + "and the data has \(cubeData.count); check it against inputCubeDimension"))
        }
        return inputImage.lookedUp(in: table, extrapolate: extrapolate)
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
    public class func colorCube() -> any CIFilter & CIColorCube { ColorCube() }
}
