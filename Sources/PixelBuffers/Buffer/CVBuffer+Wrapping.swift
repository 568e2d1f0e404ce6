import Pixels

extension CVBuffer {
    /// Creates a buffer in memory of the caller. `release` is called once, when the last reference to the buffer is
    /// gone, and not if the function throws.
    static func wrapping(
        width: Int, height: Int, type: OSType, planes: [Plane], isPlanar: Bool, base: UnsafeMutableRawPointer?,
        byteCount: Int?, attributes: CFDictionary?, release: @escaping @Sendable () -> Void
    ) throws(CVFailure) -> CVBuffer {
        guard let format = PixelBufferFormat.named(type), format.isPlanar == isPlanar else {
            throw CVFailure(kCVReturnInvalidPixelFormat)
        }
        try PixelBufferLayout.check(width: width, height: height)
        _ = try BufferAttributes(attributes)
        guard planes.count == format.planes.count else { throw CVFailure(kCVReturnInvalidArgument) }
        for (plane, description) in zip(planes, format.planes) {
            let columns = width.divided(by: description.horizontalSubsampling)
            let tight = columns.divided(by: description.pixelsPerBlock) * description.bytesPerBlock
            let (_, overflow) = plane.bytesPerRow.multipliedReportingOverflow(by: plane.height)
            guard plane.width >= columns, plane.height >= height.divided(by: description.verticalSubsampling),
                plane.bytesPerRow >= tight, !overflow
            else { throw CVFailure(kCVReturnInvalidArgument) }
        }
        let rowBytes = planes[0].bytesPerRow
        return CVBuffer(
            format: format, width: width, height: height, planes: planes, base: base, bytesPerRow: rowBytes,
            byteCount: byteCount ?? rowBytes * height, attributes: attributes,
            memory: PixelBufferMemory(release: release))
    }

    /// Returns a buffer of a format that isn't planar, in memory that `owner` keeps; nil if the memory doesn't suit the
    /// format and size.
    package static func wrapping(
        _ address: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, type: OSType,
        keeping owner: AnyObject
    ) -> CVBuffer? {
        // The owner is only kept alive.
        nonisolated(unsafe) let owner = owner
        return try? wrapping(
            width: width, height: height, type: type,
            planes: [Plane(address: address, width: width, height: height, bytesPerRow: bytesPerRow)], isPlanar: false,
            base: address, byteCount: nil, attributes: nil, release: { withExtendedLifetime(owner) {} })
    }

    /// Returns a buffer of any format in memory that `owner` keeps; nil if the planes don't suit the format and size.
    ///
    /// - Parameter planes: All planes of the format, in its order.
    package static func wrapping(
        _ planes: [Plane], width: Int, height: Int, type: OSType, keeping owner: AnyObject
    ) -> CVBuffer? {
        // The owner is only kept alive.
        nonisolated(unsafe) let owner = owner
        guard let format = PixelBufferFormat.named(type) else { return nil }
        return try? wrapping(
            width: width, height: height, type: type, planes: planes, isPlanar: format.isPlanar,
            base: planes.first?.address, byteCount: format.isPlanar ? 0 : nil, attributes: nil,
            release: { withExtendedLifetime(owner) {} })
    }
}
