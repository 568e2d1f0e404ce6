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

    /// Stores luma.
    package let luma: Luma
    /// Stores chroma.
    package let chroma: Chroma
    private let code: any Sendable

    /// Creates a value from functions that `code` keeps.
    package init(luma: Luma, chroma: Chroma, keeping code: any Sendable) {
        (self.luma, self.chroma, self.code) = (luma, chroma, code)
    }
}
