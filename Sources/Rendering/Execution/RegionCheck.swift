import Glibc
import ImageGraph
import Pixels
import Synchronization

/// Detects kernels that read more of their images than their region functions return, for authors of such functions.
///
/// If a region function is called once per rendering, the kernel has more of its images in memory than the function
/// returns for a single tile. A mistake in the function then shows only where memory forces bands, or where Apple's
/// Core Image renders in tiles. This check computes each tile of such a kernel again, from only the pixels that the
/// function returns for that tile, and compares the results. Thread-safe.
final class RegionCheck: Sendable {
    private let report: @Sendable (String) -> Void
    /// The steps and image numbers that have been reported.
    private let reported = Mutex<Set<String>>([])

    init(report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Computes `region` of a kernel's result again, and reports a difference.
    ///
    /// - Parameters:
    ///   - images: The images that the kernel read.
    ///   - output: The result that the kernel computed from them.
    ///   - run: Runs the kernel on other parts of the images.
    func check(
        _ step: PlanStep, _ region: PixelRect, images: [PixelView], output: PixelView,
        run: (_ images: [PixelView], _ output: PixelView) throws -> Void
    ) throws {
        guard step.computesRegionOnce else { return }
        for (number, image) in images.enumerated() {
            let key = "\(step.name) \(number)"
            let declared = step.region(ofInput: number, for: region, bounds: image.bounds)
            guard declared != image.bounds, !reported.withLock({ $0.contains(key) }) else { continue }
            /// Returns the first pixel that differs if the kernel can read only the declared region, grown by `margin`
            /// pixels.
            func difference(_ margin: Int) throws -> (x: Int, y: Int)? {
                var parts = images
                parts[number] = image.window(declared.isEmpty ? declared : declared.outset(by: margin))
                return try Self.difference(from: output, in: region) { try run(parts, $0) }
            }
            guard let place = try difference(0), reported.withLock({ $0.insert(key).inserted }) else { continue }
            let shortage =
                try declared.isEmpty ? nil : Self.leastMargin(largest: image.bounds) { try difference($0) == nil }
            report(Self.text(step, number, declared, region, place, shortage))
        }
    }

    /// Returns the smallest sufficient margin in pixels; nil if none suffices. Every larger margin must suffice too.
    private static func leastMargin(largest bounds: PixelRect, suffices: (Int) throws -> Bool) rethrows -> Int? {
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

    private static func difference(
        from output: PixelView, in region: PixelRect, run: (PixelView) throws -> Void
    ) rethrows -> (x: Int, y: Int)? {
        let size = output.format.bytesPerPixel
        var bytes = [UInt8](repeating: 0, count: region.area * size)
        return try bytes.withUnsafeMutableBytes { memory -> (x: Int, y: Int)? in
            let again = PixelView(
                bounds: region, format: output.format, base: memory.baseAddress!, bytesPerRow: region.width * size,
                keeping: nil)
            try run(again)
            for y in region.y..<region.maxY {
                let (first, second) = (output.pixel(region.x, y), again.row(y))
                if memcmp(first, second, region.width * size) == 0 { continue }
                for column in 0..<region.width
                where memcmp(first + column * size, second + column * size, size) != 0 {
                    return (region.x + column, y)
                }
            }
            return nil
        }
    }

    private static func text(
        _ step: PlanStep, _ number: Int, _ declared: PixelRect, _ region: PixelRect, _ place: (x: Int, y: Int),
        _ shortage: Int?
    ) -> String {
        let lack = shortage.map { "grow it by \($0) pixel\($0 == 1 ? "" : "s")" } ?? "return the whole image"
        let allowed = declared.isEmpty ? "nothing" : words(declared)
        return
            "Kernel '\(step.kernelName)' reads its image \(number) outside its region of interest: the pixel (\(place.x), \(place.y)) needs "
            + "more than its callback lets it read, which is \(allowed) for \(words(region)); \(lack)."
    }

    private static func words(_ rect: PixelRect) -> String { "(\(rect.x), \(rect.y), \(rect.width) × \(rect.height))" }
}
