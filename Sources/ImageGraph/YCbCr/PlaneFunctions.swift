import Pixels

/// Generated functions that store codes of luma and chroma, which are floats, as integers of planes. They exist as long
/// as a copy of this value.
package struct PlaneFunctions: Sendable {
    /// What the functions' code depends on.
    package struct Shape: Hashable, Sendable {
        /// How codes are stored.
        package let coding: YCbCrCoding
        /// The numbers of rows and columns whose mean is a chroma sample: one, two with equal weights, or three with
        /// the weights 1, 2 and 1.
        package let rows, columns: Int
        /// Whether Cr follows Cb in one plane.
        package let isInterleaved: Bool

        /// Whether a chroma sample is one pixel.
        package var isSinglePixel: Bool { rows == 1 && columns == 1 }

        /// Creates a shape.
        package init(coding: YCbCrCoding, rows: Int, columns: Int, isInterleaved: Bool) {
            (self.coding, self.rows, self.columns, self.isInterleaved) = (coding, rows, columns, isInterleaved)
        }
    }

    /// Stores a number of values of luma.
    package typealias Luma =
        @convention(c) (
            _ values: UnsafePointer<Float>, _ target: UnsafeMutableRawPointer, _ count: Int
        ) -> Void
    /// Stores a number of chroma samples whose pixels all exist. `rows` are the addresses of the first sample's first
    /// pixel: the rows of Cb, then those of Cr.
    package typealias Chroma =
        @convention(c) (
            _ rows: UnsafePointer<UnsafePointer<Float>>, _ blue: UnsafeMutableRawPointer,
            _ red: UnsafeMutableRawPointer,
            _ count: Int
        ) -> Void

    /// Functions for codes that are interpolated from half as many rows and columns.
    package struct Enlarging: Sendable {
        /// The addresses of values in several rows.
        package typealias Rows = UnsafePointer<UnsafePointer<Float>>
        /// Computes the values in the middle between the second and the third of four rows, on cubic polynomials
        /// through all of them.
        package typealias Middle =
            @convention(c) (_ rows: Rows, _ result: UnsafeMutablePointer<Float>, _ count: Int) -> Void
        /// Computes the sums of five rows with a weight for each.
        package typealias Sum =
            @convention(c) (
                _ rows: Rows, _ weights: UnsafePointer<Float>, _ result: UnsafeMutablePointer<Float>, _ count: Int
            ) -> Void

        /// Computes a row between rows.
        package let middle: Middle
        /// Computes sums of rows.
        package let sum: Sum
        /// Stores a number of values of luma, and behind each the one in the middle to the next. The value before the
        /// first and two behind the last are read too.
        package let luma: Luma

        /// Creates a value from functions.
        package init(middle: Middle, sum: Sum, luma: Luma) {
            (self.middle, self.sum, self.luma) = (middle, sum, luma)
        }
    }

    /// The weights of the inner and the outer two of four values in the middle of a cubic polynomial through them.
    package static let innerWeight: Float = 0.5625
    package static let outerWeight: Float = 0.0625

    /// Stores luma.
    package let luma: Luma
    /// Stores chroma.
    package let chroma: Chroma
    /// The functions for interpolated codes; nil unless a chroma sample is one pixel.
    package let enlarging: Enlarging?
    private let code: any Sendable

    /// Creates a value from functions that `code` keeps.
    package init(luma: Luma, chroma: Chroma, enlarging: Enlarging?, keeping code: any Sendable) {
        (self.luma, self.chroma, self.enlarging, self.code) = (luma, chroma, enlarging, code)
    }
}
