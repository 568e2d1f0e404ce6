import Pixels
import Synchronization

/// Pixels in memory that a decoder, a camera, an encoder and Core Image pass to each other, with attachments that
/// describe them.
///
/// `CVBufferSetAttachment` and the functions beside it work on every thread. The pixels are accessed between
/// `CVPixelBufferLockBaseAddress` and `CVPixelBufferUnlockBaseAddress`. As in Core Video, the lock only makes the
/// address available: it doesn't keep two threads from accessing the pixels at the same time, and code that writes
/// pixels must not run while other code reads or writes them. The address stays the same for the buffer's life.
///
/// Buffers are equal if they are the same object.
public final class CVBuffer: @unchecked Sendable {
    /// A plane of the pixels.
    package struct Plane: @unchecked Sendable {
        /// The address of the top left pixel.
        package let address: UnsafeMutableRawPointer
        /// The number of pixels in a row of the plane.
        package let width: Int
        /// The number of rows of the plane.
        package let height: Int
        /// The distance in bytes from a row to the row below it.
        package let bytesPerRow: Int

        /// Describes a plane.
        package init(address: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int) {
            (self.address, self.width, self.height, self.bytesPerRow) = (address, width, height, bytesPerRow)
        }
    }

    /// The pixel format.
    package let format: PixelBufferFormat
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The planes: one for formats that aren't planar.
    package let planes: [Plane]
    /// The address that `CVPixelBufferGetBaseAddress` returns.
    let baseAddress: UnsafeMutableRawPointer?
    /// The bytes per row of the whole buffer.
    let bytesPerRow: Int
    let byteCount: Int
    let extended: ExtendedPixels
    let planeExtensions: [ExtendedPixels]
    let creationAttributes: CFDictionary
    private let memory: PixelBufferMemory
    let attachments = Mutex(AttachmentTable())
    let locks = Mutex(LockCounts())

    init(
        format: PixelBufferFormat, width: Int, height: Int, planes: [Plane], base: UnsafeMutableRawPointer?,
        bytesPerRow: Int, byteCount: Int, extended: ExtendedPixels = ExtendedPixels(),
        planeExtensions: [ExtendedPixels] = [], attributes: CFDictionary?, memory: PixelBufferMemory
    ) {
        (self.format, self.width, self.height, self.planes) = (format, width, height, planes)
        (baseAddress, self.bytesPerRow, self.byteCount) = (base, bytesPerRow, byteCount)
        (self.extended, self.planeExtensions, self.memory) = (extended, planeExtensions, memory)
        creationAttributes = (attributes ?? [:]).merging([
            kCVPixelBufferPixelFormatTypeKey: format.type, kCVPixelBufferWidthKey: width,
            kCVPixelBufferHeightKey: height,
        ]) { $1 }
        attachments.withLock { $0.setInitial(attributes) }
    }
}

/// An image buffer. All buffers of this library are pixel buffers.
public typealias CVImageBuffer = CVBuffer
/// A buffer of pixels in memory.
public typealias CVPixelBuffer = CVBuffer

extension CVBuffer: Hashable {
    /// Whether both are the same buffer.
    public static func == (a: CVBuffer, b: CVBuffer) -> Bool { a === b }

    /// Hashes the buffer's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CVBuffer: CustomStringConvertible {
    /// The size and the pixel format.
    public var description: String {
        "<CVPixelBuffer: \(width) × \(height), \(PixelBufferFormat.description(of: format.type))>"
    }
}
