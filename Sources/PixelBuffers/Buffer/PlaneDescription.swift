/// Where a plane lies. All fields are big-endian. Planar buffers begin with one description for each plane; use
/// `CVPixelBufferGetBaseAddressOfPlane` instead of reading them.
public struct CVPlanarComponentInfo: Sendable {
    /// The distance in bytes of the plane from the buffer's base address.
    public var offset: Int32
    /// The distance in bytes of the plane's rows.
    public var rowBytes: UInt32

    /// Creates a description without values.
    public init() { (offset, rowBytes) = (0, 0) }

    /// Creates a description from big-endian numbers.
    public init(offset: Int32, rowBytes: UInt32) { (self.offset, self.rowBytes) = (offset, rowBytes) }
}

/// Writes the descriptions at the beginning of a planar buffer.
enum PlaneDescription {
    /// Planes that lie further from the beginning than the field can tell have an offset of 0.
    static func write(_ layout: PixelBufferLayout, to start: UnsafeMutableRawPointer) {
        for (index, plane) in layout.planes.enumerated() {
            let info = CVPlanarComponentInfo(
                offset: (Int32(exactly: plane.offset) ?? 0).bigEndian,
                rowBytes: (UInt32(exactly: plane.bytesPerRow) ?? 0).bigEndian)
            start.storeBytes(
                of: info, toByteOffset: index * MemoryLayout<CVPlanarComponentInfo>.stride,
                as: CVPlanarComponentInfo.self)
        }
    }
}
