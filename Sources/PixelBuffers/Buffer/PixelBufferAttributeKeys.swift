import Pixels

/// The pixel format type, a number, or an array of numbers of which the first supported one is used. Pools require it.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The width in pixels, a number. Pools require it.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The height in pixels, a number. Pools require it.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The number of columns in memory to the left of the image. The default is 0.
public let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// The number of rows in memory above the image. The default is 0.
public let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// The number of columns in memory to the right of the image. The default is 0.
public let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// The number of rows in memory below the image. The default is 0.
public let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// A number that divides the bytes per row, from 1 to 65,536. Rows are multiples of 64 bytes in any case.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// A number that divides the distances of the planes from each other, from 1 to 65,536. They are multiples of 64 bytes
/// in any case.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// Properties for sharing memory with other processes, a dictionary. It is accepted and has no effect: this library has
/// no surfaces, and renderings need none.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// Whether `CGImage`s can have the buffer's memory. It has no effect.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Whether Core Graphics can draw into the buffer. It has no effect.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Whether the buffer can be used with Metal. It has no effect, as there is no Metal here.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// Whether the buffer can be used with OpenGL. It has no effect.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Whether the buffer can be used with OpenGL ES. It has no effect.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// The allocator of the memory. It has no effect.
public let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
