import Foundation

/// The geometry of a source that is decoded at a fraction of its size.
///
/// The reduced picture's point (x, y) is the point (`left` + x · `horizontalFactor`, `bottom` + y · `verticalFactor`)
/// of the source. Reduced pixels at the edges may lie outside of the source in part. Their values are then unknown,
/// because the encoder has filled the rest with anything.
package struct SourceReduction: Hashable, Sendable {
    /// The width of the reduced picture in its own pixels.
    package let width: Int
    /// The height of the reduced picture in its own pixels.
    package let height: Int
    /// The width of a reduced pixel, in pixels of the source.
    package let horizontalFactor: Double
    /// The height of a reduced pixel, in pixels of the source.
    package let verticalFactor: Double
    /// The left edge of the reduced picture, in pixels of the source.
    package let left: Double
    /// The lower edge of the reduced picture, in pixels of the source.
    package let bottom: Double

    /// Creates the reduction by blocks of whole pixels that start at the upper left corner. The last column and the
    /// last row may be incomplete.
    package init(blocksOf side: Int, width: Int, height: Int) {
        self.init(
            width: (width + side - 1) / side, height: (height + side - 1) / side, factor: side, of: height)
    }

    /// Creates the reduction to a size by blocks of whole pixels that start at the upper left corner.
    ///
    /// - Parameter sourceHeight: The source's height.
    package init(width: Int, height: Int, factor: Int, of sourceHeight: Int) {
        (self.width, self.height) = (width, height)
        (horizontalFactor, verticalFactor) = (Double(factor), Double(factor))
        (left, bottom) = (0, Double(sourceHeight - height * factor))
    }

    /// Creates a reduction of the whole source to a size.
    package init(of width: Int, _ height: Int, to reducedWidth: Int, _ reducedHeight: Int) {
        (self.width, self.height) = (reducedWidth, reducedHeight)
        horizontalFactor = Double(width) / Double(reducedWidth)
        verticalFactor = Double(height) / Double(reducedHeight)
        (left, bottom) = (0, 0)
    }
}
