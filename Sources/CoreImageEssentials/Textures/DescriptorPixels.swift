import CLinux
import Foundation
import Pixels
import Rendering

/// Pixels in memory that a file descriptor stands for: a dma-buf, or memory of `memfd_create`. Thread-safe.
///
/// The memory is mapped as long as this exists.
final class DescriptorPixels: SharedPixels, @unchecked Sendable {
    private let descriptor: Int32
    private let memory: UnsafeMutableRawPointer
    /// The size of the mapping in bytes, up to the last pixel.
    private let byteCount: Int
    private let offset: Int
    private let bytesPerRow: Int
    private let bounds: PixelRect
    private let format: PixelFormat
    private let isDMABuffer: Bool
    /// Whether the descriptor and its seals allow writing.
    private let isWritable: Bool
    private let file: FileNumbers

    private struct FileNumbers: Equatable {
        let device: dev_t
        let file: ino_t
    }

    /// Maps the memory.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which stays the caller's.
    ///   - offset: The first byte of the top row.
    ///   - bytesPerRow: The distance from a row to the one below it.
    /// - Throws: `CIError.unusableTexture` with the reason and the remedy.
    init(
        _ descriptor: Int32, offset: Int, bytesPerRow: Int, width: Int, height: Int, format: PixelFormat
    ) throws(CIError) {
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        (self.offset, self.bytesPerRow, self.format) = (offset, bytesPerRow, format)
        byteCount = try Self.end(offset: offset, bytesPerRow: bytesPerRow, bounds, format)
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw Self.failure("the file descriptor \(descriptor) isn't open", errno) }
        var isKept = false
        defer { if !isKept { close(copy) } }
        isDMABuffer = clinux_synchronize_dma_buf(copy, Self.flags(DMA_BUF_SYNC_START, writing: false)) == 0
        if isDMABuffer { _ = clinux_synchronize_dma_buf(copy, Self.flags(DMA_BUF_SYNC_END, writing: false)) }
        guard isDMABuffer || clinux_is_sealed_against_shrinking(copy) != 0 else {
            throw .unusableTexture(
                reason: "the file descriptor \(descriptor) is neither a dma-buf, nor memory of memfd_create that can't "
                    + "shrink; add the seal F_SEAL_SHRINK")
        }
        var status = stat()
        guard fstat(copy, &status) == 0 else { throw Self.failure("its size can't be read", errno) }
        file = FileNumbers(device: status.st_dev, file: status.st_ino)
        // The size of a dma-buf is where its end is.
        let size = isDMABuffer ? Int(lseek(copy, 0, SEEK_END)) : Int(status.st_size)
        if isDMABuffer { lseek(copy, 0, SEEK_SET) }
        guard size >= byteCount else {
            throw .unusableTexture(
                reason: "the last pixel ends at byte \(byteCount), and the memory has \(max(0, size)) bytes")
        }
        var mapped = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, copy, 0)
        isWritable = mapped != MAP_FAILED
        if !isWritable { mapped = mmap(nil, byteCount, PROT_READ, MAP_SHARED, copy, 0) }
        guard let mapped, mapped != MAP_FAILED else { throw Self.failure("its memory can't be mapped", errno) }
        (self.descriptor, memory, isKept) = (copy, mapped, true)
    }

    deinit {
        munmap(memory, byteCount)
        close(descriptor)
    }

    var view: PixelView {
        PixelView(topLeft: memory + offset, bounds: bounds, format: format, bytesPerRow: bytesPerRow, keeping: self)
    }

    func beginAccess(writing: Bool) throws {
        if writing, !isWritable {
            throw CIError.unusableTexture(
                reason: "its memory may be read only; open it for reading and writing, without a seal against writing")
        }
        guard isDMABuffer else { return }
        guard clinux_synchronize_dma_buf(descriptor, Self.flags(DMA_BUF_SYNC_START, writing: writing)) == 0 else {
            throw Self.failure("the device that writes the dma-buf doesn't let go of it", errno)
        }
    }

    func endAccess(writing: Bool) {
        // Nothing can be done about a failure: the pixels are written.
        if isDMABuffer {
            _ = clinux_synchronize_dma_buf(descriptor, Self.flags(DMA_BUF_SYNC_END, writing: writing))
        }
    }

    func sharesMemory(with other: any SharedPixels) -> Bool { (other as? DescriptorPixels)?.file == file }

    private static func flags(_ phase: Int32, writing: Bool) -> UInt64 {
        UInt64(phase) | UInt64(DMA_BUF_SYNC_READ) | (writing ? UInt64(DMA_BUF_SYNC_WRITE) : 0)
    }

    /// Returns the first byte after the last pixel.
    private static func end(
        offset: Int, bytesPerRow: Int, _ bounds: PixelRect, _ format: PixelFormat
    ) throws(CIError) -> Int {
        let alignment = format.deviceAlignment
        let row = bounds.width * format.bytesPerPixel
        guard bytesPerRow >= row, bytesPerRow % alignment == 0 else {
            throw .unusableTexture(
                reason: "bytesPerRow is \(bytesPerRow); a row of \(bounds.width) pixels needs a multiple of "
                    + "\(alignment) of at least \(row)")
        }
        guard offset >= 0, offset % alignment == 0 else {
            throw .unusableTexture(
                reason: "the offset \(offset) must be a multiple of \(alignment), and not negative")
        }
        let (rows, isLong) = bytesPerRow.multipliedReportingOverflow(by: bounds.height - 1)
        let (end, isLonger) = rows.addingReportingOverflow(row)
        let (sum, isTooLong) = end.addingReportingOverflow(offset)
        guard !isLong, !isLonger, !isTooLong else {
            throw .unusableTexture(reason: "\(bounds.height) rows of \(bytesPerRow) bytes are more than memory has")
        }
        return sum
    }

    private static func failure(_ what: String, _ code: Int32) -> CIError {
        .unusableTexture(reason: "\(what): \(String(cString: strerror(code)))")
    }
}
