import Foundation
import Pixels
import Synchronization

/// A pass over a picture. It returns views of the decoder's strips, and copies rows into new memory if they are in
/// several strips.
final class DecodedStripReader: StripReader {
    let format: PixelFormat
    private let width: Int
    private let height: Int
    private let name: String
    private let decoder: StripDecoder
    private let pool: StripMemory.Pool
    private let position = Mutex(Position())

    /// The position of the pass. Rows are counted from the top.
    private struct Position: Sendable {
        /// The strips with rows that the next call may still request.
        var held: [StripDecoder.Strip] = []
        /// The first row that can still be requested.
        var top = 0
        /// The first row that has not been decoded.
        var end = 0
    }

    /// Starts the pass. For the parameters, see `StripDecoder`.
    init(
        width: Int, height: Int, format: PixelFormat, stripHeight: Int, name: String,
        open: @escaping StripDecoder.Open
    ) {
        (self.width, self.height, self.format, self.name) = (width, height, format, name)
        pool = StripMemory.Pool()
        decoder = StripDecoder(
            height: height, stripHeight: max(1, min(stripHeight, height)), bytesPerRow: width * format.bytesPerPixel,
            pool: pool, name: name, open: open)
    }

    deinit { decoder.abandon() }

    func read(rows: Range<Int>) throws -> PixelView {
        guard rows.lowerBound >= 0, rows.upperBound <= height else {
            throw StripReaderError.outOfBounds(rows: rows, height: height)
        }
        let wanted = height - rows.upperBound..<height - rows.lowerBound
        let bounds = PixelRect(x: 0, y: rows.lowerBound, width: width, height: rows.count)
        let bytesPerRow = width * format.bytesPerPixel
        return try position.withLock { position in
            guard wanted.lowerBound >= position.top else { throw StripReaderError.alreadyReleased(rows: rows) }
            position.held.removeAll { $0.rows.upperBound <= wanted.lowerBound }
            position.top = wanted.lowerBound
            while position.end < wanted.upperBound {
                guard let strip = try decoder.next() else {
                    throw ImageFileError.damaged(file: name, reason: "it ends before its last row")
                }
                position.end = strip.rows.upperBound
                if position.end > wanted.lowerBound { position.held.append(strip) }
            }
            let parts = position.held.filter { $0.rows.overlaps(wanted) }
            if let only = parts.first, parts.count == 1 {
                return PixelView(
                    topLeft: only.memory.bytes + (wanted.lowerBound - only.rows.lowerBound) * bytesPerRow,
                    bounds: bounds, format: format, bytesPerRow: bytesPerRow, keeping: only.memory)
            }
            let joined = try pool.memory(byteCount: wanted.count * bytesPerRow, for: name)
            for part in parts {
                let rows = part.rows.clamped(to: wanted)
                (joined.bytes + (rows.lowerBound - wanted.lowerBound) * bytesPerRow).copyMemory(
                    from: part.memory.bytes + (rows.lowerBound - part.rows.lowerBound) * bytesPerRow,
                    byteCount: rows.count * bytesPerRow)
            }
            return PixelView(
                topLeft: joined.bytes, bounds: bounds, format: format, bytesPerRow: bytesPerRow, keeping: joined)
        }
    }
}
