import ImageGraph
import KernelLanguage
import Pixels

/// The bytes of an image of one short row, such as a gradient, channel by channel.
///
/// With instructions that look up 64 bytes at once, the pixels of a block take less time to look up than to gather.
enum RowTable {
    /// Maximum number of columns of the image, and number of bytes of each channel.
    static let columnCount = 256
    private static let channels = 4
    /// Size of the tables of all channels, one after the other in the order of a pixel's bytes.
    static let byteCount = channels * columnCount
    /// Minimum number of pixels to compute for which filling tables is worthwhile.
    private static let minimumPixels = 4 * columnCount

    /// Returns the images that a kernel reads from tables if they have one short row.
    static func images(_ program: Program, _ layout: KernelLayout, _ processor: TargetProcessor) -> [Int] {
        let counts = program.samplingCounts
        guard processor.instructions.hasByteTables, counts.count == layout.images.count else { return [] }
        return layout.images.indices.filter {
            let image = layout.images[$0]
            return counts[$0] > 0 && image.isAligned && image.interpolation == .nearest
                && PixelEmitter.isTransparentIfZero(image.format)
        }
    }

    /// Whether tables for the readable pixels of an image are worthwhile.
    static func isWorthwhile(for readable: PixelRect, region: PixelRect) -> Bool {
        readable.height == 1 && readable.width <= columnCount && region.area >= minimumPixels
    }

    /// Fills the tables with pixels of four bytes.
    static func fill(_ table: UnsafeMutableRawPointer, with row: UnsafeRawPointer, count: Int) {
        for column in 0..<count {
            for channel in 0..<channels {
                let byte = row.load(fromByteOffset: channels * column + channel, as: UInt8.self)
                table.storeBytes(of: byte, toByteOffset: columnCount * channel + column, as: UInt8.self)
            }
        }
    }

    /// Emits the look-up of the pixels at columns (i32), of which only those that `isInside` selects are less than
    /// `columnCount`. Returns the bytes of each channel, 0 for other pixels.
    static func bytes(
        _ table: String, _ columns: String, isInside: String, _ instructions: any ProcessorInstructions,
        _ writer: FunctionWriter
    ) -> [String] {
        let (register, bytes) = ("<64 x i8>", writer.vector("i8"))
        let small = writer.value("trunc \(writer.vector("i32")) \(columns) to \(bytes)")
        func resized(_ value: String, _ from: String, _ count: Int, _ lanes: Int) -> String {
            let places = (0..<lanes).map { $0 < count ? "i32 \($0)" : "i32 poison" }.joined(separator: ", ")
            return writer.value("shufflevector \(from) \(value), \(from) poison, <\(lanes) x i32> <\(places)>")
        }
        let indices = resized(small, bytes, writer.lanes, 64)
        let isUpper = writer.value("icmp slt \(register) \(indices), zeroinitializer")
        return (0..<channels).map { channel in
            let parts = (0..<4).map { part in
                let place = writer.value("getelementptr i8, ptr \(table), i64 \(channel * columnCount + part * 64)")
                return writer.value("load \(register), ptr \(place), align 64")
            }
            func half(_ low: String, _ high: String) -> String {
                instructions.permutedBytes(indices, low: low, high: high, writer)
            }
            let (lower, upper) = (half(parts[0], parts[1]), half(parts[2], parts[3]))
            let found = writer.value("select <64 x i1> \(isUpper), \(register) \(upper), \(register) \(lower)")
            let values = resized(found, register, writer.lanes, writer.lanes)
            return writer.value(
                "select \(writer.vector("i1")) \(isInside), \(bytes) \(values), \(bytes) zeroinitializer")
        }
    }
}
