import Pixels

/// Makes a buffer's memory available, until the matching call of `CVPixelBufferUnlockBaseAddress`.
///
/// Locks are counted. They don't exclude each other; see `CVBuffer`.
/// - Parameter lockFlags: `.readOnly` if the pixels won't be written.
/// - Returns: `kCVReturnSuccess`, or `kCVReturnInvalidArgument` for unknown flags.
@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.locks.withLock { $0.change(lockFlags, by: 1) }
}

/// Ends the access to a buffer's memory.
///
/// - Parameter unlockFlags: The flags with which the buffer was locked.
/// - Returns: `kCVReturnSuccess`, or `kCVReturnInvalidArgument` if the buffer isn't locked with these flags.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.locks.withLock { $0.change(unlockFlags, by: -1) }
}

/// Returns the address of the top left pixel; nil unless the buffer is locked.
///
/// For planar buffers with memory of their own, it is the address of the descriptions of the planes, an array of
/// `CVPlanarComponentInfo`. `CVPixelBufferGetBaseAddressOfPlane` returns the addresses of their pixels.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.locks.withLock { $0.isLocked } ? pixelBuffer.baseAddress : nil
}

/// Returns the address of the top left pixel of a plane; nil unless the buffer is locked and has the plane. Buffers
/// that aren't planar have no planes.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    pixelBuffer.locks.withLock { $0.isLocked } ? pixelBuffer.plane(planeIndex)?.address : nil
}

/// Returns the distance in bytes from a row to the row below it. For planar buffers with memory of their own, it is a
/// number that, multiplied by the height, covers all planes.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.bytesPerRow }

/// Returns the distance in bytes from a row of a plane to the row below it; 0 if there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// Returns the width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// Returns the number of pixels in a row of a plane; 0 if there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// Returns the height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// Returns the number of rows of a plane; 0 if there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// Returns the number of bytes from the base address on that belong to the buffer, or the `dataSize` with which a
/// planar buffer was created.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.byteCount }

/// Returns the pixel format type.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format.type }

/// Whether the buffer's format has planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.format.isPlanar }

/// Returns the number of planes; 0 if the format isn't planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.format.isPlanar ? pixelBuffer.planes.count : 0
}

/// Returns the attributes with which the buffer was created, and its format and size.
public func CVPixelBufferCopyCreationAttributes(_ pixelBuffer: CVPixelBuffer) -> CFDictionary {
    pixelBuffer.creationAttributes
}

extension CVBuffer {
    /// Returns a plane of a planar buffer; nil if there is none with this index.
    fileprivate func plane(_ index: Int) -> Plane? {
        format.isPlanar && planes.indices.contains(index) ? planes[index] : nil
    }
}
