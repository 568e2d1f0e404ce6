import Pixels

/// Makes images of arbitrary pixels, which stand for pixels that aren't in memory where only the places that a kernel
/// reads matter.
///
/// Each row begins one pixel after the row below it in the same memory, so an image takes the memory of one row and one
/// column, and neighbours differ in both directions.
enum ProbePixels {
    /// Largest image, in pixels, that is covered completely. Some kernels copy their images.
    private static let maximumPixels = 1 << 24
    /// Distance from the region of interest, in pixels, up to which larger images are covered.
    private static let reach = 2048

    /// Returns pixels for an image with these bounds: all of them, or those around `region` if there are very many.
    static func view(of bounds: PixelRect, around region: PixelRect, _ format: PixelFormat) -> PixelView {
        let part = bounds.area <= maximumPixels ? bounds : bounds.intersection(region.outset(by: reach))
        if part.isEmpty { return .empty(format) }
        let count = part.width + part.height
        let byteCount = count * format.bytesPerPixel
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        format.pack((0..<count).map(pixel), count: count, into: memory)
        let storage = PixelStorage(memory: memory, byteCount: byteCount) { memory, _ in memory.deallocate() }
        return PixelView(
            bounds: part, format: format, base: memory, bytesPerRow: format.bytesPerPixel, keeping: storage)
    }

    /// Returns a premultiplied colour in 0…1 that is far from transparent. Each number has its own, the same in every
    /// process.
    private static func pixel(_ number: Int) -> SIMD4<Float> {
        var bits = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits ^= bits >> 31
        /// Returns 16 of the bits as a number from 1/2 to 1.
        func part(_ shift: UInt64) -> Float { 0.5 + Float((bits >> shift) & 0xFFFF) / 131_072 }
        return SIMD4(part(0), part(16), part(32), 1) * part(48)
    }
}
