import Pixels

/// Creates a buffer with memory of its own, which is zero: transparent or black.
///
/// - Parameters:
///   - allocator: Ignored.
///   - width: The width in pixels, at least 1.
///   - height: The height in pixels, at least 1.
///   - pixelFormatType: A constant that begins with `kCVPixelFormatType_`.
///   - pixelBufferAttributes: Values for the keys that begin with `kCVPixelBuffer`, and attachments; nil for none.
///     Unknown keys are ignored.
///   - pixelBufferOut: The buffer, or nil after an error.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelFormat`,
///   `kCVReturnInvalidPixelBufferAttributes` or `kCVReturnAllocationFailed`.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    create(pixelBufferOut) { () throws(CVFailure) in
        try CVBuffer.allocated(
            width: width, height: height, type: pixelFormatType, attributes: pixelBufferAttributes)
    }
}

/// A function that releases the memory of a buffer. It is called once, on any thread, with the values given at the
/// buffer's creation.
public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (
        _ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?
    ) -> Void

/// Creates a buffer in memory of the caller, of a format that isn't planar.
///
/// The memory must stay valid until `releaseCallback` is called, which happens when the last reference to the buffer is
/// gone. It isn't called if the function fails.
///
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelFormat` (also for a planar format),
///   `kCVReturnInvalidPixelBufferAttributes`, or `kCVReturnInvalidArgument` if `bytesPerRow` is shorter than a row.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int,
    _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    // The caller's pointers are only passed back.
    nonisolated(unsafe) let (base, context) = (baseAddress, releaseRefCon)
    return create(pixelBufferOut) { () throws(CVFailure) in
        try CVBuffer.wrapping(
            width: width, height: height, type: pixelFormatType,
            planes: [CVBuffer.Plane(address: base, width: width, height: height, bytesPerRow: bytesPerRow)],
            isPlanar: false, base: base, byteCount: nil, attributes: pixelBufferAttributes
        ) { releaseCallback?(context, base) }
    }
}

/// A function that releases the memory of a planar buffer. It is called once, on any thread.
///
/// Its parameters are those given at the buffer's creation: the context, the data's address and size, the number of
/// planes and their addresses, which are valid during the call.
public typealias CVPixelBufferReleasePlanarBytesCallback =
    @convention(c) (
        _ releaseRefCon: UnsafeMutableRawPointer?, _ dataPtr: UnsafeRawPointer?, _ dataSize: Int,
        _ numberOfPlanes: Int, _ planeAddresses: UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> Void

/// Creates a buffer in memory of the caller, of a planar format.
///
/// The arrays have `numberOfPlanes` elements, which are copied. The memory must stay valid until `releaseCallback` is
/// called, which happens when the last reference to the buffer is gone. It isn't called if the function fails.
///
/// - Parameters:
///   - dataPtr: What `CVPixelBufferGetBaseAddress` returns; nil for the address of the first plane.
///   - dataSize: What `CVPixelBufferGetDataSize` returns, if the planes lie in one piece of memory; else 0.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidSize`, `kCVReturnInvalidPixelFormat` (also for a format that isn't
///   planar), `kCVReturnInvalidPixelBufferAttributes`, or `kCVReturnInvalidArgument` if the number of planes is wrong,
///   an address is missing, or a plane is smaller than the format requires.
@discardableResult
public func CVPixelBufferCreateWithPlanarBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ dataPtr: UnsafeMutableRawPointer?, _ dataSize: Int, _ numberOfPlanes: Int,
    _ planeBaseAddress: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ planeWidth: UnsafeMutablePointer<Int>,
    _ planeHeight: UnsafeMutablePointer<Int>, _ planeBytesPerRow: UnsafeMutablePointer<Int>,
    _ releaseCallback: CVPixelBufferReleasePlanarBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    create(pixelBufferOut) { () throws(CVFailure) in
        var planes: [CVBuffer.Plane] = []
        for index in 0..<max(0, min(numberOfPlanes, 4)) {
            guard let address = planeBaseAddress[index] else { throw CVFailure(kCVReturnInvalidArgument) }
            planes.append(
                CVBuffer.Plane(
                    address: address, width: planeWidth[index], height: planeHeight[index],
                    bytesPerRow: planeBytesPerRow[index]))
        }
        // The caller's pointers are only passed back.
        nonisolated(unsafe) let (data, context) = (dataPtr, releaseRefCon)
        let kept = planes
        return try CVBuffer.wrapping(
            width: width, height: height, type: pixelFormatType, planes: planes, isPlanar: true,
            base: dataPtr ?? planes.first?.address, byteCount: max(0, dataSize), attributes: pixelBufferAttributes
        ) {
            var addresses = kept.map { Optional(UnsafeRawPointer($0.address)) }
            releaseCallback?(context, data, dataSize, kept.count, &addresses)
        }
    }
}

/// Calls `body`, stores its result and returns the code of its error.
func create<Result>(
    _ out: UnsafeMutablePointer<Result?>, _ body: () throws(CVFailure) -> Result
) -> CVReturn {
    do throws(CVFailure) {
        out.pointee = try body()
        return kCVReturnSuccess
    } catch {
        out.pointee = nil
        return error.code
    }
}
