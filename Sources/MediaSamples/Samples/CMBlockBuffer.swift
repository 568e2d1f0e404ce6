import Foundation
import Pixels

/// The bytes of a packet. Immutable and thread-safe.
public final class CMBlockBuffer: Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of bytes.
    public var dataLength: Int { bytes.count }

    /// Returns a copy of the bytes.
    public func dataBytes() throws -> Data { Data(bytes) }
}

/// An argument is out of its range.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12704
/// The number of bytes is too large or negative.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12705

/// Returns the number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Copies bytes of a packet.
///
/// - Parameters:
///   - offsetToData: The first byte to copy.
///   - dataLength: The number of bytes to copy.
///   - destination: Memory for as many bytes.
/// - Returns: `noErr`, `kCMBlockBufferBadOffsetParameterErr`, or `kCMBlockBufferBadLengthParameterErr`.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    let bytes = theSourceBuffer.bytes
    guard (0...bytes.count).contains(offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
    guard (0...bytes.count - offsetToData).contains(dataLength) else { return kCMBlockBufferBadLengthParameterErr }
    bytes.withUnsafeBytes { source in
        guard let start = source.baseAddress, dataLength > 0 else { return }
        destination.copyMemory(from: start + offsetToData, byteCount: dataLength)
    }
    return noErr
}

/// Returns the bytes of a packet; nil for frames.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }
