/// The rows of an interlaced PNG, whose first pixels need the whole file. The whole picture is decoded into memory.
final class InterlacedPNGRows: PictureRows {
    private let decoder: PNGDecoder
    private let height: Int
    private var decoded: PixelMemory?

    init(_ decoder: PNGDecoder, height: Int) { (self.decoder, self.height) = (decoder, height) }

    func read(
        _ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int
    ) throws(LibraryFailure) {
        if rows == 0..<height { return try decoder.readInterlaced(into: pixels, bytesPerRow: bytesPerRow) }
        let whole = try decode(bytesPerRow: bytesPerRow)
        pixels.copyMemory(from: whole.bytes + rows.lowerBound * bytesPerRow, byteCount: rows.count * bytesPerRow)
    }

    private func decode(bytesPerRow: Int) throws(LibraryFailure) -> PixelMemory {
        if let decoded { return decoded }
        guard let memory = PixelMemory(byteCount: height * bytesPerRow) else {
            throw LibraryFailure(message: "it is interlaced, and there is no memory for all of its pixels")
        }
        try decoder.readInterlaced(into: memory.bytes, bytesPerRow: bytesPerRow)
        decoded = memory
        return memory
    }
}
