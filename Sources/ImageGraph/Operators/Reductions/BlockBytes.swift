import Pixels

/// The pixels that a block and an image of bytes have in common, and their reductions.
struct BlockBytes {
    private let image: PixelView
    private let part: PixelRect
    private let order: SIMD4<Int>

    /// Creates the intersection of `part` with the pixels of `image`. Returns nil unless a pixel is four bytes.
    init?(_ part: PixelRect, of image: PixelView) {
        guard let order = image.format.byteOrder else { return nil }
        (self.image, self.part, self.order) = (image, part.intersection(image.bounds), order)
    }

    /// Returns the edges of the rectangle around the pixels whose red isn't 0: left, bottom, right and top, relative to
    /// the block's lower left corner; zeros if there are none. Blocks are cut at multiples of their size.
    func redBounds(in block: (width: Int, height: Int)) -> SIMD4<Float> {
        BlockPixels.bounds(of: part, in: block, rowContains: hasRed(row:), contains: hasRed)
    }

    private func hasRed(_ column: Int, _ row: Int) -> Bool {
        image.pixel(part.x + column, part.y + row).load(fromByteOffset: order.x, as: UInt8.self) != 0
    }

    private func hasRed(row: Int) -> Bool {
        let line = image.pixel(part.x, part.y + row)
        let red = UInt64(0xFF_0000_00FF) << UInt64(8 * order.x)
        var all: UInt64 = 0
        for pair in 0..<part.width / 2 { all |= line.loadUnaligned(fromByteOffset: 8 * pair, as: UInt64.self) & red }
        return all != 0 || part.width % 2 == 1 && hasRed(part.width - 1, row)
    }

    /// Adds the number of pixels in each bin to a cell.
    func count(_ bins: Int, into cell: UnsafeMutableBufferPointer<SIMD4<Float>>) {
        // Four neighbouring pixels have separate counts: they are often alike, and loading a count right after storing
        // it would stall.
        let tables = 4
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: tables * 1024) { counts in
            counts.initialize(repeating: 0)
            guard let first = counts.baseAddress else { return }
            @inline(__always) func count(_ pixel: UInt32, _ table: Int) {
                let own = first + table * 1024
                own[Int(pixel & 0xFF)] &+= 1
                own[256 + Int(pixel >> 8 & 0xFF)] &+= 1
                own[512 + Int(pixel >> 16 & 0xFF)] &+= 1
                own[768 + Int(pixel >> 24)] &+= 1
            }
            for y in part.y..<part.maxY {
                let line = image.pixel(part.x, y)
                for group in 0..<part.width / tables {
                    let pixels = line.loadUnaligned(fromByteOffset: 16 * group, as: SIMD4<UInt32>.self)
                    count(pixels.x, 0)
                    count(pixels.y, 1)
                    count(pixels.z, 2)
                    count(pixels.w, 3)
                }
                for x in part.width / tables * tables..<part.width {
                    count(line.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self), 0)
                }
            }
            for value in 0..<256 {
                var number = SIMD4<UInt32>.zero
                for component in 0..<4 {
                    let place = order[component] * 256 + value
                    for table in 0..<tables { number[component] &+= first[table * 1024 + place] }
                }
                let bin = BlockPixels.bins(of: SIMD4(repeating: Float(value) / 255), Float(bins)).x
                cell[Int(bin)] += SIMD4<Float>(number)
            }
        }
    }
}
