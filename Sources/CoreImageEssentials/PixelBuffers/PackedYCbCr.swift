import PixelBuffers
import Pixels

/// The bytes of formats whose blocks of four hold two luma samples, and a Cb and a Cr that they share.
struct PackedYCbCr: Sendable {
    private let buffer: CVPixelBuffer
    private let luma: [Int]

    /// Returns nil for other formats.
    init?(_ buffer: CVPixelBuffer) {
        guard buffer.format.content == .yCbCr, !buffer.format.isPlanar else { return nil }
        (self.buffer, luma) = (buffer, buffer.format.planes[0].lumaOffsets)
    }

    /// The byte of Cb in a block; Cr is two bytes behind it.
    private var chroma: Int { luma[0] == 0 ? 1 : 0 }
    private var bytes: PixelView { buffer.view(as: .R8) }

    /// Returns a luma sample.
    func luma(_ x: Int, _ y: Int) -> UInt8 { byte(x / 2, y, luma[x % 2]) }
    /// Returns the chroma samples of a block.
    func chroma(_ block: Int, _ y: Int) -> SIMD2<UInt8> { [byte(block, y, chroma), byte(block, y, chroma + 2)] }

    private func byte(_ block: Int, _ y: Int, _ offset: Int) -> UInt8 {
        bytes.row(y).load(fromByteOffset: 4 * block + offset, as: UInt8.self)
    }

    /// The format with planes that has the same range and sampling.
    private var planarType: OSType {
        buffer.format.range == .full
            ? kCVPixelFormatType_422YpCbCr8BiPlanarFullRange : kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange
    }

    /// Returns a buffer with the same codes in planes.
    ///
    /// - Throws: `RenderingError.outOfMemory`.
    func unpacked() throws(RenderingError) -> CVPixelBuffer {
        let planes = try buffer.buffer(of: planarType)
        let (lumaView, chromaView) = (planes.planeView(0), planes.planeView(1))
        for y in 0..<buffer.height {
            let (lumaRow, chromaRow) = (lumaView.row(y), chromaView.row(y))
            for x in 0..<buffer.width { lumaRow.storeBytes(of: luma(x, y), toByteOffset: x, as: UInt8.self) }
            for block in 0..<chromaView.bounds.width {
                chromaRow.storeBytes(of: chroma(block, y), toByteOffset: 2 * block, as: SIMD2<UInt8>.self)
            }
        }
        return planes
    }

    /// Writes the codes of planes that `unpacked()` returned.
    func pack(_ planes: CVPixelBuffer, _ rows: Range<Int>) {
        let (lumaView, chromaView) = (planes.planeView(0), planes.planeView(1))
        for y in rows {
            let row = bytes.row(y)
            for x in 0..<buffer.width {
                let code = lumaView.row(y).load(fromByteOffset: x, as: UInt8.self)
                row.storeBytes(of: code, toByteOffset: 4 * (x / 2) + luma[x % 2], as: UInt8.self)
            }
            for block in 0..<chromaView.bounds.width {
                for part in 0..<2 {
                    let code = chromaView.row(y).load(fromByteOffset: 2 * block + part, as: UInt8.self)
                    row.storeBytes(of: code, toByteOffset: 4 * block + chroma + 2 * part, as: UInt8.self)
                }
            }
        }
    }
}

/// Luma or chroma of a buffer that packs them, as they are when they are read. It keeps the buffer.
final class PackedPlaneSource: PixelSource {
    private let packed: PackedYCbCr
    private let isLuma: Bool
    let width: Int
    let height: Int
    /// The numbers aren't colours.
    let colorSpace: CGColorSpace? = nil
    let alphaState = AlphaState.opaque

    init(_ packed: PackedYCbCr, width: Int, height: Int, isLuma: Bool) {
        (self.packed, self.isLuma, self.height) = (packed, isLuma, height)
        self.width = isLuma ? width : (width + 1) / 2
    }

    /// True: the buffer's owner may write other pixels at any time.
    var mayChange: Bool { true }
    var storedFormat: PixelFormat? { isLuma ? .R8 : .RG8 }

    func read(into raster: Raster) throws {
        let area = raster.bounds.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        for y in area.y..<max(area.y, area.maxY) {
            for x in area.x..<area.maxX {
                if isLuma {
                    raster[x, y] = [Float(packed.luma(x, y)) / 255, 0, 0, 1]
                } else {
                    let codes = packed.chroma(x, y)
                    raster[x, y] = [Float(codes.x) / 255, Float(codes.y) / 255, 0, 1]
                }
            }
        }
    }
}
