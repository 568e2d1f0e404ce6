import Foundation
import PixelBuffers
import Pixels

/// A parameter is out of its range.
public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
/// There isn't enough memory.
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
/// The description doesn't have the value.
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

/// Creates the description of a video's format.
///
/// - Parameters:
///   - allocator: Ignored.
///   - codecType: The codec, or the pixel format type of decoded frames.
///   - width: The width of the frames in pixels, at least 1.
///   - height: The height of the frames in pixels, at least 1.
///   - extensions: Values for keys that begin with `kCMFormatDescriptionExtension_`, or nil.
///   - formatDescriptionOut: The description, or nil after an error.
/// - Returns: `noErr`, or `kCMFormatDescriptionError_InvalidParameter` for a size that isn't positive.
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?, codecType: FourCharCode, width: Int32, height: Int32, extensions: CFDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    guard width > 0, height > 0 else {
        formatDescriptionOut.pointee = nil
        return kCMFormatDescriptionError_InvalidParameter
    }
    formatDescriptionOut.pointee = CMFormatDescription(
        subType: codecType, dimensions: CMVideoDimensions(width: width, height: height), extensions: extensions ?? [:])
    return noErr
}

/// Creates the description of a buffer's frames: its pixel format, its size, and its attachments that describe colours,
/// chroma, pixels and fields.
///
/// - Returns: `noErr`.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(imageBuffer: imageBuffer)
    return noErr
}

/// Whether a buffer's frames are as described; see `CMFormatDescription.matchesImageBuffer(_:)`.
public func CMVideoFormatDescriptionMatchesImageBuffer(
    _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
    desc.matchesImageBuffer(imageBuffer)
}

/// Returns the size of the frames in memory.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

/// Returns the size for display; see
/// `CMFormatDescription.presentationDimensions(usePixelAspectRatio:useCleanAperture:)`.
public func CMVideoFormatDescriptionGetPresentationDimensions(
    _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
    videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

/// Returns the kind of the medium.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> FourCharCode { desc.mediaType.rawValue }

/// Returns the codec, or the pixel format type of decoded frames.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}

/// Returns all extensions; nil if there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
    desc.extensionValues.isEmpty ? nil : desc.extensionValues
}

/// Returns the extension with a key, or nil.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFTypeRef? {
    desc.extensionValues[extensionKey]
}

/// Whether two descriptions describe the same format. Nil equals only nil.
public func CMFormatDescriptionEqual(
    _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
    formatDescription == otherFormatDescription
}
