import DeviceKernels
import ImageGraph
import Pixels

/// Copies of pixels into other formats, which must be those of `PixelFormat` in every bit.
extension DeviceSelfTest {
    private static let bounds = PixelRect(x: -5, y: 2, width: 64, height: 48)

    /// Returns what is wrong with the pixels that the device reads or writes in a format; nil if nothing is.
    func problem(with format: PixelFormat) throws -> String? {
        let stored = Self.pattern(format)
        let (expected, read) = (Raster(bounds: Self.bounds), Raster(bounds: Self.bounds))
        stored.view.unpack(into: expected)
        try copy(stored.view, to: read.view)
        if expected.hasOtherPixels(than: read) { return "they aren't read as they are stored" }
        guard device.supports(format) else { return nil }
        let (packed, written) = (StoredPattern(Self.bounds, format), StoredPattern(Self.bounds, format))
        let numbers = Self.numbers
        packed.view.pack(numbers)
        try copy(numbers.view, to: written.view)
        return packed.bytes == written.bytes ? nil : "they aren't stored as they should be"
    }

    /// Copies pixels on the device from one format to another.
    private func copy(_ source: PixelView, to target: PixelView) throws {
        let image = ImageLayout(format: source.format, isAligned: true)
        let kernel = try device.kernel(
            for: CopyKernel.program, layout: KernelLayout(images: [image], output: target.format))
        let binding = SamplerBinding(pixels: source, extent: Self.bounds.cgRect)
        try device.run(
            kernel, arguments: KernelArguments(components: [[]]), images: [binding], region: Self.bounds,
            output: target, stepBudget: 1)
    }

    /// Pixels with many different bits.
    private static func pattern(_ format: PixelFormat) -> StoredPattern {
        let pattern = StoredPattern(bounds, format)
        var bits: UInt32 = 1
        for index in 0..<pattern.byteCount {
            bits = bits &* 1_664_525 &+ 1_013_904_223
            pattern.view.base.storeBytes(of: UInt8(truncatingIfNeeded: bits >> 24), toByteOffset: index, as: UInt8.self)
        }
        return pattern
    }

    /// Numbers from below 0 to above 1, with small steps.
    private static var numbers: Raster {
        let raster = Raster(bounds: bounds)
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                let number = Float((y - bounds.y) * bounds.width + x - bounds.x) / 2800 - 0.05
                raster[x, y] = SIMD4(number, 1 - number, number * number, number / 3)
            }
        }
        return raster
    }
}

/// Memory for pixels of a format.
private final class StoredPattern {
    let view: PixelView
    let byteCount: Int

    init(_ bounds: PixelRect, _ format: PixelFormat) {
        byteCount = bounds.area * format.bytesPerPixel
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        view = PixelView(
            bounds: bounds, format: format, base: memory, bytesPerRow: bounds.width * format.bytesPerPixel,
            keeping: nil)
    }

    deinit { view.base.deallocate() }

    var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: view.base, count: byteCount)) }
}

extension Raster {
    /// Whether a component differs in its bits, unless both are NaN.
    fileprivate func hasOtherPixels(than other: Raster) -> Bool {
        for y in bounds.y..<bounds.maxY {
            for x in bounds.x..<bounds.maxX {
                for channel in 0..<4 {
                    let (a, b) = (self[x, y][channel], other[x, y][channel])
                    if a.bitPattern != b.bitPattern && !(a.isNaN && b.isNaN) { return true }
                }
            }
        }
        return false
    }
}
