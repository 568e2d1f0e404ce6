import Glibc
import ImageGraph
import Pixels
import Synchronization

/// Detects kernels that read more of their images than their region functions return, for authors of such functions.
///
/// If a region function is called once per rendering, the kernel has more of its images in memory than the function
/// returns for a single tile. A mistake in the function then shows only where memory forces bands, or where Apple's
/// Core Image renders in tiles. This check computes each tile of such a kernel again, from only the pixels that the
/// function returns for that tile, and compares the results. Where no more than these pixels is in memory, because the
/// function returns nothing or the same rectangle for everything, `ProbePixels` take their place. Thread-safe.
final class RegionCheck: Sendable {
    private let report: @Sendable (String) -> Void
    /// The steps and image numbers that have been reported.
    private let reported = Mutex<Set<String>>([])

    /// The first pixel for which a region is too small, and the margin with which it suffices; nil if none is known.
    private struct Lack {
        let place: (x: Int, y: Int)
        let margin: Int?
    }

    init(report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Computes `region` of a kernel's result again, and reports a difference.
    ///
    /// - Parameters:
    ///   - images: The images that the kernel read.
    ///   - bounds: The bounds of each image; more than the pixels in memory.
    ///   - output: The result that the kernel computed from them.
    ///   - run: Runs the kernel on other parts of the images.
    func check(
        _ step: RenderStep, _ region: PixelRect, images: [PixelView], bounds: [PixelRect], output: PixelView,
        run: (_ images: [PixelView], _ output: PixelView) throws -> Void
    ) throws {
        guard step.callsRegionFunctionOnce else { return }
        for (number, image) in images.enumerated() {
            let key = "\(step.name) \(number)"
            if reported.withLock({ $0.contains(key) }) { continue }
            let declared = step.region(ofInput: number, for: region, bounds: image.bounds)
            func compute(_ pixels: PixelView, _ result: PixelView) throws {
                var parts = images
                parts[number] = pixels
                try run(parts, result)
            }
            let lack: Lack?
            if declared != image.bounds {
                lack = try Self.lack(of: declared, region, image: image, output: output) { try compute($0, $1) }
            } else {
                let probe = ProbePixels.view(of: bounds[number], around: region.union(declared), image.format)
                if probe.bounds == declared { continue }
                let result = Self.memory(for: region, output.format)
                do {
                    try compute(probe, result)
                    lack = try Self.lack(of: declared, region, image: probe, output: result) { try compute($0, $1) }
                } catch {
                    // Nothing is known about a kernel that fails with these pixels, and the picture doesn't need them.
                    continue
                }
            }
            guard let found = lack, reported.withLock({ $0.insert(key).inserted }) else { continue }
            report(Self.text(step, number, declared, region, found))
        }
    }

    /// Returns what the kernel lacks if it can read only the region `declared` of an image; nil if its result is the
    /// same.
    private static func lack(
        of declared: PixelRect, _ region: PixelRect, image: PixelView, output: PixelView,
        run: (_ image: PixelView, _ output: PixelView) throws -> Void
    ) throws -> Lack? {
        let again = memory(for: region, output.format)
        /// Returns the first pixel that differs if the kernel can read only the declared region, grown by `margin`
        /// pixels.
        func difference(_ margin: Int) throws -> (x: Int, y: Int)? {
            try run(image.window(declared.isEmpty ? declared : declared.outset(by: margin)), again)
            return firstDifference(output, again, in: region)
        }
        guard let place = try difference(0) else { return nil }
        let margin = try declared.isEmpty ? nil : minimumMargin(largest: image.bounds) { try difference($0) == nil }
        return Lack(place: place, margin: margin)
    }

    /// Returns the smallest sufficient margin in pixels; nil if none suffices. Every larger margin must suffice too.
    private static func minimumMargin(largest bounds: PixelRect, suffices: (Int) throws -> Bool) rethrows -> Int? {
        var (low, high) = (0, 1)
        while try !suffices(high) {
            if high > 2 * (bounds.width + bounds.height) { return nil }
            (low, high) = (high, high * 2)
        }
        while high - low > 1 {
            let middle = (low + high) / 2
            if try suffices(middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// Returns zero-filled memory for the pixels of `region`.
    private static func memory(for region: PixelRect, _ format: PixelFormat) -> PixelView {
        let byteCount = max(1, region.byteCount(in: format))
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        let storage = PixelStorage(memory: memory, byteCount: byteCount) { memory, _ in memory.deallocate() }
        return storage.view(bounds: region, format: format)
    }

    private static func firstDifference(
        _ first: PixelView, _ second: PixelView, in region: PixelRect
    ) -> (x: Int, y: Int)? {
        let size = first.format.pixelStride
        let planes = first.format.isPlanar ? first.format.layout.channelCount : 1
        for y in region.y..<region.maxY {
            for plane in 0..<planes {
                let (row, other) = (first.plane(plane, region.x, y), second.plane(plane, region.x, y))
                if memcmp(row, other, region.width * size) == 0 { continue }
                for column in 0..<region.width where memcmp(row + column * size, other + column * size, size) != 0 {
                    return (region.x + column, y)
                }
            }
        }
        return nil
    }

    private static func text(
        _ step: RenderStep, _ number: Int, _ declared: PixelRect, _ region: PixelRect, _ lack: Lack
    ) -> String {
        let remedy =
            lack.margin.map { "grow it by \($0) pixel\($0 == 1 ? "" : "s")" }
            ?? (declared.isEmpty ? "return the rectangle that the kernel reads" : "return the whole image")
        let allowed = declared.isEmpty ? "nothing" : words(declared)
        return "Kernel '\(step.kernelName)' reads its image \(number) outside its region of interest: the pixel "
            + "(\(lack.place.x), \(lack.place.y)) changes if the kernel reads only what its region function returns for "
            + "\(words(region)), which is \(allowed); \(remedy)."
    }

    private static func words(_ rect: PixelRect) -> String { "(\(rect.x), \(rect.y), \(rect.width) × \(rect.height))" }
}
