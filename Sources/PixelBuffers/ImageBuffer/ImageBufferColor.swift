import Pixels

/// Returns the colour space that attachments describe, or nil.
///
/// `kCVImageBufferCGColorSpaceKey` takes precedence over `kCVImageBufferICCProfileKey`, and both over the primaries and
/// the transfer function, which must both be there. The matrix from RGB to YCbCr makes no difference for the space.
/// Transfer functions for high dynamic range have no space here.
///
/// - Parameter attachments: The attachments, as `CVBufferCopyAttachments` returns them.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
    guard case .space(let space) = AttachedColor(attachments) else { return nil }
    return Unmanaged.passRetained(space)
}

/// Returns the colour space that the attachments of a buffer describe, or nil. It is valid until the buffer's
/// attachments change; the buffer retains it.
///
/// See `CVImageBufferCreateColorSpaceFromAttachments(_:)`.
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<CGColorSpace>? {
    imageBuffer.attachedColorSpace.map(Unmanaged.passUnretained)
}

extension CVBuffer {
    /// The colour space that the attachments describe, or nil.
    var attachedColorSpace: CGColorSpace? {
        attachments.withLock { table in
            if let known = table.colorSpace { return known }
            guard case .space(let space) = AttachedColor(table.entries.mapValues(\.value)) else {
                table.colorSpace = .some(nil)
                return nil
            }
            table.colorSpace = space
            return space
        }
    }
}
