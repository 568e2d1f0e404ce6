import CPNG
import Pixels

/// A PNG that libpng has opened.
final class PNGPicture: OpenedPicture {
    let width: Int
    let height: Int
    let pixelFormat: PixelFormat
    let fields: PictureFields
    var isInk: Bool { false }
    private let decoder: PNGDecoder

    init(_ bytes: EncodedBytes) throws(LibraryFailure) {
        let decoder = try PNGDecoder(bytes)
        let header = try decoder.readHeader()
        self.decoder = decoder
        (width, height) = (Int(header.width), Int(header.height))
        pixelFormat = PixelFormat(storedComponents: Int(header.components), header.bits == 16 ? .uint16 : .uint8)
        fields = PictureFields(header, of: decoder)
    }

    func makeRows() throws(LibraryFailure) -> any PictureRows {
        fields.isInterlaced ? InterlacedPNGRows(decoder, height: height) : Rows(decoder)
    }

    func stop() { decoder.stop() }

    private final class Rows: PictureRows {
        private let decoder: PNGDecoder

        init(_ decoder: PNGDecoder) { self.decoder = decoder }

        func read(
            _ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, bytesPerRow: Int
        ) throws(LibraryFailure) {
            try decoder.readRows(count: rows.count, into: pixels, bytesPerRow: bytesPerRow)
        }
    }
}
