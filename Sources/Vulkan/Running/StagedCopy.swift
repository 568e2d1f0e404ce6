import CVulkan
import DeviceKernels
import Pixels

/// A copy between the memory of the process and that of a device, by way of memory that both access.
struct StagedCopy {
    let copy: DeviceWork.Copy
    /// The memory of the image on the device.
    let memory: any BufferMemory
    /// Offset of the region's lowest row in the staging memory, in bytes.
    let offset: Int
    /// Bytes from a row to the next in the staging memory.
    private let bytesPerRow: Int
    /// Whether all rows are copied at once, with the space between them.
    private let isContiguous: Bool

    /// Plans the copy of a region that isn't empty.
    init(_ copy: DeviceWork.Copy, memory: any BufferMemory, offset: Int) {
        (self.copy, self.memory, self.offset) = (copy, memory, offset)
        let (pixels, region) = (copy.image.pixels, copy.region)
        // Beside narrower regions are pixels that must stay as they are, and so is anything between the rows of an
        // application's buffer. Those rows are stored from the top down.
        isContiguous = region.width == pixels.bounds.width && pixels.bytesPerRow > 0
        bytesPerRow = isContiguous ? pixels.bytesPerRow : region.width * pixels.format.pixelStride
    }

    /// Size in the staging memory in bytes.
    var byteCount: Int { (copy.region.height - 1) * bytesPerRow + rowByteCount }

    private var rowByteCount: Int { copy.region.width * copy.image.pixels.format.pixelStride }

    /// The pixels in the staging memory.
    func view(in bytes: UnsafeMutableRawBufferPointer) -> PixelView {
        let place = UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + byteCount])
        // The memory isn't empty, as the region isn't.
        return PixelView(
            bounds: copy.region, format: copy.image.pixels.format, base: place.baseAddress!, bytesPerRow: bytesPerRow,
            keeping: nil)
    }

    /// The pieces of the copy, as offsets in the blocks of the staging memory and of the image.
    func pieces(in staging: MemoryRange) -> [(staging: Int, image: Int, byteCount: Int)] {
        let (pixels, region) = (copy.image.pixels, copy.region)
        let rows = isContiguous ? 1 : region.height
        return (0..<rows).map { row in
            let place = Int(pixels.address(region.x, region.y + row) - memory.address)
            return (
                staging.offset + offset + row * bytesPerRow, memory.offset + place,
                isContiguous ? byteCount : rowByteCount
            )
        }
    }

    /// Whether both copies have pixels of the device in common.
    func overlaps(_ other: StagedCopy) -> Bool {
        memory === other.memory
            ? !copy.region.intersection(other.copy.region).isEmpty : memory.overlaps(other.memory)
    }
}
