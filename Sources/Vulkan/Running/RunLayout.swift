import ImageGraph
import Pixels

/// The layout of the device memory of one run: the parameter block, the images' readable pixels, and the result.
struct RunLayout {
    /// For each image, the offset of its first readable pixel in bytes.
    let images: [Int]
    /// The offset of the result, which is the number of bytes to upload.
    let output: Int
    /// Bytes of a row of the result.
    let outputBytesPerRow: Int
    /// Size in bytes.
    let byteCount: Int

    /// Returns nil if the size isn't representable.
    init?(blockByteCount: Int, readable: [PixelRect], region: PixelRect, format: PixelFormat) {
        var end = MemoryPool.rounded(blockByteCount)
        var places: [Int] = []
        func append(_ rect: PixelRect) -> Int? {
            let (row, isTooWide) = rect.width.multipliedReportingOverflow(by: format.pixelStride)
            let (size, isTooHigh) = row.multipliedReportingOverflow(by: rect.height)
            let (next, isTooLarge) = end.addingReportingOverflow(MemoryPool.rounded(size))
            guard !isTooWide, !isTooHigh, !isTooLarge else { return nil }
            defer { end = next }
            return end
        }
        for rect in readable {
            guard let place = append(rect) else { return nil }
            places.append(place)
        }
        guard let place = append(region) else { return nil }
        (images, output, byteCount) = (places, place, end)
        outputBytesPerRow = region.width * format.pixelStride
    }
}
