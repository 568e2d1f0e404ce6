import Pixels

/// Creates a pool. It allocates memory when the first buffer is requested.
///
/// - Parameters:
///   - allocator: Ignored.
///   - poolAttributes: Values for `kCVPixelBufferPoolMinimumBufferCountKey` and
///     `kCVPixelBufferPoolMaximumBufferAgeKey`, or nil.
///   - pixelBufferAttributes: The attributes of the buffers, with format, width and height.
///   - poolOut: The pool, or nil after an error.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidPoolAttributes`, `kCVReturnInvalidPixelBufferAttributes` (also if
///   format, width or height are missing), `kCVReturnInvalidPixelFormat`, or `kCVReturnAllocationFailed` for buffers
///   whose size can't be counted.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    create(poolOut) { () throws(CVFailure) in try CVPixelBufferPool(poolAttributes, buffers: pixelBufferAttributes) }
}

/// Returns the attributes with which a pool was created.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? { pool.poolDictionary }

/// Returns the attributes of a pool's buffers.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.bufferDictionary
}

/// Takes a buffer from a pool. It has no attachments, except those of the buffers' attributes.
///
/// - Returns: `kCVReturnSuccess` or `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(allocator, pixelBufferPool, nil, pixelBufferOut)
}

/// Takes a buffer from a pool, if that is possible without making more than a number of buffers.
///
/// - Parameter auxAttributes: A value for `kCVPixelBufferPoolAllocationThresholdKey`, or nil. A buffer that is free is
///   returned in any case.
/// - Returns: `kCVReturnSuccess`, `kCVReturnWouldExceedAllocationThreshold`, `kCVReturnAllocationFailed`, or
///   `kCVReturnInvalidArgument` for a threshold that isn't a number of at least 0.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool, _ auxAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    create(pixelBufferOut) { () throws(CVFailure) in
        try pixelBufferPool.buffer(threshold: PoolAttributes.threshold(auxAttributes))
    }
}

/// What `CVPixelBufferPoolFlush` frees.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Hashable, Sendable {
    /// The bits, as Core Video numbers them.
    public let rawValue: CVOptionFlags

    /// Creates a set from its bits.
    public init(rawValue: CVOptionFlags) { self.rawValue = rawValue }

    /// All unused memory, however old it is.
    public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Frees a pool's unused memory that is older than its attributes permit, or with `.excessBuffers` all of it.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
    pool.flush(all: options.contains(.excessBuffers))
}
