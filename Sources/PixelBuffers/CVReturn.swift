/// The result of a Core Video function: `kCVReturnSuccess`, or a reason of failure.
public typealias CVReturn = Int32

/// Bits of options.
public typealias CVOptionFlags = UInt64

/// The function did what it was called for.
public let kCVReturnSuccess: CVReturn = 0
/// The lowest absolute value of the errors.
public let kCVReturnFirst: CVReturn = -6660
/// An error without a more specific number.
public let kCVReturnError: CVReturn = -6660
/// An argument is out of its range.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There isn't enough memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The operation isn't supported for these arguments.
public let kCVReturnUnsupported: CVReturn = -6663
/// The display isn't valid.
public let kCVReturnInvalidDisplay: CVReturn = -6670
/// The display link runs already.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6671
/// The display link hasn't been started.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6672
/// The display link has no callback.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6673
/// The pixel format isn't known, or the function doesn't support it.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// Width or height are not positive, or too large.
public let kCVReturnInvalidSize: CVReturn = -6681
/// An attribute of a pixel buffer is missing or has a value of a wrong type or out of its range.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// The pixel buffer can't be used with OpenGL.
public let kCVReturnPixelBufferNotOpenGLCompatible: CVReturn = -6683
/// The pixel buffer can't be used with Metal.
public let kCVReturnPixelBufferNotMetalCompatible: CVReturn = -6684
/// The pool has as many buffers as `kCVPixelBufferPoolAllocationThresholdKey` permits, and all are in use.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// The pool can't be created.
public let kCVReturnPoolAllocationFailed: CVReturn = -6690
/// An attribute of a pool has a value of a wrong type or out of its range.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
/// The operation should be tried again.
public let kCVReturnRetry: CVReturn = -6692
/// The highest absolute value of the errors.
public let kCVReturnLast: CVReturn = -6699
