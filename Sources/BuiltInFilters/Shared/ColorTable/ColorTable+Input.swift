import CoreImageEssentials
import Foundation
import Pixels

extension ColorTable {
    /// Creates the table that a filter's inputs describe.
    ///
    /// - Throws: `CIFilterError.badValue` for a dimension that isn't from 2 to 128, or data that isn't as long as a
    ///   table of that dimension.
    init(data: Data, key: String, dimension: Float, of filter: String) throws(CIFilterError) {
        guard let edge = Int(exactly: dimension.rounded()), 2...128 ~= edge else {
            throw .badValue(
                filter: filter, key: "inputCubeDimension", reason: "\(dimension) is not a whole number from 2 to 128")
        }
        guard let table = ColorTable(dimension: edge, data: data) else {
            let expected = Self.byteCount(dimension: edge)
            throw .badValue(
                filter: filter, key: key,
                reason: "a cube of dimension \(edge) has \(expected) bytes (\(edge)³ × 4 floats), "
                    + "and the data has \(data.count); check it against inputCubeDimension")
        }
        self = table
    }
}

extension CIImage {
    /// Applies `change` to the image's values in the colour space of a filter's `inputColorSpace`, and converts the
    /// result back to the working space. Without a colour space, `change` gets working-space values.
    ///
    /// - Throws: `CIFilterError.badValue` for a space without three RGB components, and the errors of `change`.
    func inColorSpace(
        _ colorSpace: CGColorSpace?, of filter: String, _ change: (CIImage) throws(CIFilterError) -> CIImage
    ) throws(CIFilterError) -> CIImage {
        guard let colorSpace else { return try change(self) }
        guard colorSpace.model == .rgb, let converted = matchedFromWorkingSpace(to: colorSpace),
            let result = try change(converted).matchedToWorkingSpace(from: colorSpace)
        else {
            throw .badValue(
                filter: filter, key: "inputColorSpace",
                reason: "\(colorSpace) does not have red, green and blue; use an RGB space")
        }
        return result
    }
}
