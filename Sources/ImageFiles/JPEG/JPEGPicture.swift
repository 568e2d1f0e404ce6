import CJPEG
import Pixels

/// A JPEG that libjpeg has opened.
final class JPEGPicture: OpenedPicture {
    let width: Int
    let height: Int
    let pixelFormat: PixelFormat
    let isInk: Bool
    let fields: PictureFields
    /// Whether the samples of each component are as far apart along columns as along rows.
    let hasSquareSampling: Bool
    /// Whether the picture has several scans, and no pixel is known before the last one.
    let isProgressive: Bool
    private let decoder: JPEGDecoder

    /// - Parameter reduction: 1, 2, 4 or 8: the side in pixels of the blocks that become one pixel.
    init(_ bytes: EncodedBytes, reduction: Int = 1) throws(LibraryFailure) {
        let decoder = try JPEGDecoder(bytes)
        let header = try decoder.readHeader(reduction: reduction)
        guard (1...4).contains(header.components) else {
            throw LibraryFailure(message: "it has \(header.components) components, and pictures have up to 4")
        }
        self.decoder = decoder
        (width, height) = (Int(header.width), Int(header.height))
        pixelFormat = PixelFormat(storedComponents: Int(header.components), .uint8)
        hasSquareSampling = header.has_square_sampling != 0
        isProgressive = header.has_multiple_scans != 0
        isInk = header.color == CJPEG_CMYK
        fields = PictureFields(header, segmentsOf: decoder)
    }

    func makeRows() throws(LibraryFailure) -> any PictureRows { Rows(decoder) }

    func stop() { decoder.stop() }

    private final class Rows: PictureRows {
        private let decoder: JPEGDecoder

        init(_ decoder: JPEGDecoder) { self.decoder = decoder }

        func read(
            _ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int
        ) throws(LibraryFailure) {
            try decoder.readRows(count: rows.count, into: pixels, bytesPerRow: bytesPerRow)
        }
    }
}
