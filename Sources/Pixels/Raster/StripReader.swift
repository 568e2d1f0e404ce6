import Foundation

/// Reads an image once from the top down, in the format in which it is stored, so that images are processed from file
/// to file in bounded memory.
///
/// While the rows read last are processed, the source decodes the next ones on another thread. Created by
/// `PixelSource.makeStripReader`. Its work ends when it is released. Only one thread may read at a time.
package protocol StripReader: AnyObject, Sendable {
    /// Format of the pixels that are read. Colour space and alpha convention are those of the source.
    var format: PixelFormat { get }

    /// Returns the rows from height `rows.lowerBound` up to, but not including, `rows.upperBound`, in full width. The
    /// image's lowest row has height 0.
    ///
    /// Calls proceed downwards: neither bound may be above that of an earlier call, but rows below the last upper bound
    /// may be read again. Views stay valid, and use memory, as long as they are kept.
    /// - Throws: `StripReaderError`, or the source's error.
    func read(rows: Range<Int>) throws -> PixelView
}

/// An error in reading rows from the top down.
package enum StripReaderError: Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
    /// The rows were released by an earlier call that read lower ones.
    case alreadyReleased(rows: Range<Int>)
    /// The image doesn't contain these rows.
    case outOfBounds(rows: Range<Int>, height: Int)

    /// A message that states the problem and the remedy.
    package var description: String {
        switch self {
        case .alreadyReleased(let rows):
            "Rows \(rows) were already released. Read rows from the top down, or create another strip reader."
        case .outOfBounds(let rows, let height):
            "Rows \(rows) are outside a picture of \(height) rows. Read rows in \(0..<height)."
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }
}
