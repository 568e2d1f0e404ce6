import DeviceKernels
import ImageGraph
import Pixels

/// The memory of a run on a device, and the parts in which the region is computed.
///
/// A run has one allocation: the parameter blocks and fault words of all parts, then the images, then the result. Each
/// begins at a multiple of 256 bytes, as does each row of pixels.
struct CUDARunPlan {
    /// Pixels of four floats, as rows in the allocation.
    struct Place: Hashable {
        /// Offset of the row that comes first in memory, in bytes.
        var offset: Int
        var bytesPerRow: Int
        /// The pixels.
        var rect: PixelRect
        /// Whether the row that comes first is the uppermost, as it is in the process's memory.
        var isTopDown: Bool

        /// Describes the pixels to a kernel.
        func pixels(at start: UInt64) -> DevicePixels {
            let lowest = isTopDown ? offset + max(0, rect.height - 1) * bytesPerRow : offset
            return DevicePixels(
                bounds: rect, format: .RGBAf, address: start + UInt64(lowest),
                bytesPerRow: isTopDown ? -bytesPerRow : bytesPerRow)
        }
    }

    /// The parts of the region, from the bottom up. Each is a launch.
    let bands: [PixelRect]
    /// The bytes from a band's parameter block to the next.
    let blockStride: Int
    /// Offset of the fault words of all bands.
    let faultOffset: Int
    /// Size of the parameter blocks and fault words in bytes.
    var headerByteCount: Int { faultOffset + FaultWord.byteCount * bands.count }
    /// For each image, its readable pixels.
    let images: [Place]
    let output: Place
    /// Size of the allocation.
    let byteCount: Int

    /// Number of columns and rows of a block of threads. A warp computes 32 neighbouring pixels of a row, so that their
    /// memory is adjacent.
    static let threads = SIMD2<UInt32>(32, 8)
    /// Maximum number of blocks of a grid, in a column.
    private static let maximumGridRows = 65_535
    private static let alignment = 256
    private static let pixelSize = 16

    /// Plans a run.
    ///
    /// - Parameter maximumPixels: Maximum number of pixels of a launch, so that a run can be stopped between launches.
    ///   A launch has at least one row.
    /// - Throws: `CUDAError.tooLarge` if no device has enough memory.
    init(
        region: PixelRect, output: PixelView, images: [SamplerBinding], blockByteCount: Int, maximumPixels: Int,
        kernel: String
    ) throws(CUDAError) {
        /// Returns the bytes of a row and of all rows.
        func size(_ rect: PixelRect) throws(CUDAError) -> (row: Int, all: Int) {
            let (bytes, isWide) = rect.width.multipliedReportingOverflow(by: Self.pixelSize)
            guard !isWide, bytes < Self.sizeLimit else { throw .tooLarge(kernel: kernel) }
            let row = (bytes + Self.alignment - 1) / Self.alignment * Self.alignment
            let (all, isLarge) = row.multipliedReportingOverflow(by: rect.height)
            guard !isLarge, all < Self.sizeLimit else { throw .tooLarge(kernel: kernel) }
            return (row, all)
        }
        var end = 0
        func reserve(_ byteCount: Int) throws(CUDAError) -> Int {
            let offset = (end + Self.alignment - 1) / Self.alignment * Self.alignment
            end = offset + byteCount
            guard end < Self.sizeLimit else { throw .tooLarge(kernel: kernel) }
            return offset
        }
        func place(_ rect: PixelRect, like view: PixelView) throws(CUDAError) -> Place {
            let size = try size(rect)
            return Place(
                offset: try reserve(size.all), bytesPerRow: size.row, rect: rect, isTopDown: view.bytesPerRow < 0)
        }
        // Check the size first, since it bounds the number of launches.
        _ = try size(region)
        let rows = min(max(1, maximumPixels / max(1, region.width)), Self.maximumGridRows * Int(Self.threads.y))
        bands = stride(from: region.y, to: region.maxY, by: rows).map { y in
            PixelRect(x: region.x, y: y, width: region.width, height: min(rows, region.maxY - y))
        }
        blockStride = (blockByteCount + Self.alignment - 1) / Self.alignment * Self.alignment
        _ = try reserve(blockStride * bands.count)
        faultOffset = try reserve(FaultWord.byteCount * bands.count)
        var places: [Place] = []
        for image in images { places.append(try place(SamplerGeometry(image).readable, like: image.pixels)) }
        self.images = places
        self.output = try place(region, like: output)
        byteCount = end
    }

    /// Exclusive limit of sizes: 4 TiB. No device has as much memory.
    private static let sizeLimit = 1 << 42

    /// The number of blocks of threads for a band.
    static func grid(for band: PixelRect) -> SIMD2<UInt32> {
        func blocks(_ count: Int, _ size: UInt32) -> UInt32 { UInt32((count + Int(size) - 1) / Int(size)) }
        return SIMD2(blocks(band.width, threads.x), blocks(band.height, threads.y))
    }
}
