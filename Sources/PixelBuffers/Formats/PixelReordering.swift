import Pixels

/// A change of the order of bytes between a pixel format of Core Video and one that kernels read and write. Applying it
/// once more in the other direction restores the bytes.
package enum PixelReordering: Sendable, Hashable {
    /// Three bytes in reverse order.
    case bgr
    /// Four big-endian components of 16 bits, alpha first, become little-endian components with alpha last.
    case bigEndianARGB

    /// Converts `count` pixels from the buffer's order to that of kernels. The memory mustn't overlap.
    package func fromBuffer(_ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer) {
        switch self {
        case .bgr: Self.reverse(source, count: count, to: target)
        case .bigEndianARGB:
            for i in 0..<count {
                let pixel = source.loadUnaligned(fromByteOffset: 8 * i, as: SIMD4<UInt16>.self)
                Self.store([pixel.y, pixel.z, pixel.w, pixel.x], at: i, of: target)
            }
        }
    }

    /// Converts `count` pixels from the order of kernels to the buffer's. The memory mustn't overlap.
    package func toBuffer(_ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer) {
        switch self {
        case .bgr: Self.reverse(source, count: count, to: target)
        case .bigEndianARGB:
            for i in 0..<count {
                let pixel = source.loadUnaligned(fromByteOffset: 8 * i, as: SIMD4<UInt16>.self)
                Self.store([pixel.w, pixel.x, pixel.y, pixel.z], at: i, of: target)
            }
        }
    }

    private static func reverse(_ source: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer) {
        for i in 0..<count {
            for j in 0..<3 {
                target.storeBytes(
                    of: source.load(fromByteOffset: 3 * i + 2 - j, as: UInt8.self), toByteOffset: 3 * i + j,
                    as: UInt8.self)
            }
        }
    }

    private static func store(_ components: SIMD4<UInt16>, at index: Int, of target: UnsafeMutableRawPointer) {
        // Swaps the bytes of every component.
        target.storeBytes(of: components &<< 8 | components &>> 8, toByteOffset: 8 * index, as: SIMD4<UInt16>.self)
    }
}
