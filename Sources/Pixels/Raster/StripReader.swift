/// One pass over a picture from the top down, in the format in which it is stored: how a picture goes from file to file in bounded memory.
///
/// The source decodes the rows that come next on a thread of its own while those read last are computed with. Made by
/// `PixelSource.makeStripReader`; ends its work when it is released. One thread reads at a time.
public protocol StripReader: AnyObject, Sendable {
    /// How a pixel of the views is stored. Colour space and alpha convention are the source's.
    var format: PixelFormat { get }

    /// The rows from height `rows.lowerBound` up to below `rows.upperBound` (the picture's lowest row is 0), in full width.
    ///
    /// Calls go downwards: neither bound may be above that of an earlier call, but rows may be asked for again as long as
    /// they lie below the last upper bound. Views stay valid, and take memory, for as long as they are kept.
    /// - Throws: `StripReaderError`, or the source's error.
    func read(rows: Range<Int>) throws -> PixelView
}

/// Why rows can't be read in a pass from the top down.
public enum StripReaderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The rows were given up by an earlier call, which asked for lower ones.
    case passed(rows: Range<Int>)
    /// The picture doesn't have these rows.
    case outside(rows: Range<Int>, height: Int)

    /// What went wrong.
    public var description: String {
        switch self {
        case .passed(let rows): "rows \(rows) have been passed; a strip reader reads from the top down"
        case .outside(let rows, let height): "rows \(rows) are outside a picture of \(height) rows"
        }
    }
}
