/// Where the planes of a pixel buffer lie in one block of memory.
///
/// The first pixel of every row lies at a multiple of 64 bytes, so that rows suit vector instructions. Planar buffers
/// begin with the description of their planes that Core Video documents; see `CVPlanarComponentInfo`.
struct PixelBufferLayout: Hashable, Sendable {
    /// A plane. Sizes are in pixels of the plane.
    struct Plane: Hashable, Sendable {
        var width: Int
        var height: Int
        var bytesPerRow: Int
        /// The distance in bytes of the top left pixel from the beginning of the memory.
        var offset: Int
        /// The extended pixels around the plane.
        var extended: ExtendedPixels
    }

    static let alignment = 64

    var planes: [Plane] = []
    /// The number of bytes of all planes.
    var byteCount = 0
    /// The distance of rows, or a number of bytes that covers all planes if it is multiplied by the height.
    var bytesPerRow = 0

    /// - Throws: `kCVReturnInvalidSize`, or `kCVReturnAllocationFailed` for more bytes than can be counted.
    init(width: Int, height: Int, format: PixelBufferFormat, attributes: BufferAttributes) throws(CVFailure) {
        try Self.check(width: width, height: height)
        let rows = try Self.multiple(of: attributes.bytesPerRowAlignment)
        let starts = try Self.multiple(of: attributes.planeAlignment)
        var end = format.isPlanar ? Self.alignment : 0
        for plane in format.planes {
            let extended = attributes.extended.divided(plane.horizontalSubsampling, plane.verticalSubsampling)
            let columns = width.divided(by: plane.horizontalSubsampling)
            let lines = height.divided(by: plane.verticalSubsampling)
            // Memory to the left of a row is a multiple of the alignment, so that the row itself is aligned.
            let left = try Self.roundedUp(extended.left.divided(by: plane.pixelsPerBlock) * plane.bytesPerBlock)
            let right = (columns + extended.right).divided(by: plane.pixelsPerBlock) * plane.bytesPerBlock
            let bytesPerRow = try Self.roundedUp(left + right, to: rows)
            let start = try Self.roundedUp(end, to: starts)
            let (above, overflow) = extended.top.multipliedReportingOverflow(by: bytesPerRow)
            let (size, overflowed) = (extended.top + lines + extended.bottom)
                .multipliedReportingOverflow(by: bytesPerRow)
            guard !overflow, !overflowed, size < 1 << 61, end < 1 << 61 else {
                throw CVFailure(kCVReturnAllocationFailed)
            }
            planes.append(
                Plane(
                    width: columns, height: lines, bytesPerRow: bytesPerRow, offset: start + above + left,
                    extended: extended))
            end = start + size
        }
        guard format.isPlanar else {
            (byteCount, bytesPerRow) = (end, planes[0].bytesPerRow)
            return
        }
        bytesPerRow = end.divided(by: height)
        byteCount = bytesPerRow * height
    }

    /// Throws `kCVReturnInvalidSize` for sizes that aren't positive or can't be addressed.
    static func check(width: Int, height: Int) throws(CVFailure) {
        guard width > 0, height > 0, width < 1 << 31, height < 1 << 31 else { throw CVFailure(kCVReturnInvalidSize) }
    }

    /// Returns the least common multiple of the requested alignment and ours.
    private static func multiple(of requested: Int) throws(CVFailure) -> Int {
        var (a, b) = (requested, alignment)
        while b != 0 { (a, b) = (b, a % b) }
        return requested / a * alignment
    }

    private static func roundedUp(_ bytes: Int, to multiple: Int = alignment) throws(CVFailure) -> Int {
        let (sum, overflow) = bytes.addingReportingOverflow(multiple - 1)
        if overflow { throw CVFailure(kCVReturnAllocationFailed) }
        return sum / multiple * multiple
    }
}

extension Int {
    /// Returns the quotient, rounded up. Both numbers must be positive.
    func divided(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}

/// A reason of failure, which a function of the API returns as its result.
struct CVFailure: Error {
    let code: CVReturn
    init(_ code: CVReturn) { self.code = code }
}
