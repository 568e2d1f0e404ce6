import ImageGraph
import Pixels
import Synchronization

/// Finds kernels that read pixels outside of what their region functions return.
///
/// Tiles may read all that the function returned for the whole picture, so that such a kernel's picture is whole here; on other systems, or
/// in bands, it isn't. The check computes a tile once more with no other pixels than the function returns for that tile, and compares.
final class RegionCheck: Sendable {
    private let reported = Mutex<Set<String>>([])
    private let pixels: PixelPool
    private let report: @Sendable (String) -> Void

    init(pixels: PixelPool, report: @escaping @Sendable (String) -> Void) {
        (self.pixels, self.report) = (pixels, report)
    }

    /// Compares a kernel's pixels in `region` of `output`, which were computed from all of `bindings`, and reports the kernel once.
    func check(
        _ step: PlanStep, _ kernel: any PreparedKernel, _ work: KernelWork, region: PixelRect,
        bindings: [SamplerBinding], warping image: PixelView?, output: PixelView
    ) throws {
        guard !reported.withLock({ $0.contains(work.name) }) else { return }
        let trial = try pixels.storage(byteCount: region.byteCount(in: output.format))
            .view(bounds: region, format: output.format)
        let everywhere = PixelRect(
            x: -PixelRect.coordinateLimit, y: -PixelRect.coordinateLimit, width: 2 * PixelRect.coordinateLimit,
            height: 2 * PixelRect.coordinateLimit)
        let returned = work.readers.indices.map { step.region(ofInput: $0, for: region, bounds: everywhere) }
        var margin = 0
        var place: (x: Int, y: Int)?
        while true {
            var isWhole = true
            func cut(_ view: PixelView, _ index: Int) -> PixelView {
                let part = returned[index].isEmpty ? .empty : returned[index].insetBy(-margin)
                if view.bounds.intersection(part) != view.bounds { isWhole = false }
                return view.window(part)
            }
            let parts = bindings.enumerated().map { index, binding in
                var binding = binding
                binding.pixels = cut(binding.pixels, index)
                return binding
            }
            let warped = image.map { cut($0, work.readers.count - 1) }
            try work.run(kernel, region: region, bindings: parts, warping: warped, output: trial)
            guard let difference = trial.firstDifference(from: output, in: region) else { break }
            place = place ?? difference
            if isWhole { break }
            margin = max(1, 2 * margin)
        }
        guard let place, reported.withLock({ $0.insert(work.name).inserted }) else { return }
        let rectangles = returned.map(Self.text).joined(separator: ", ")
        report(
            "Kernel '\(work.name)' reads up to \(margin) pixels outside of what its region function returns: pixel "
                + "(\(place.x), \(place.y)) depends on them. For \(Self.text(region)) the function returned \(rectangles). "
                + "Return every pixel that the kernel reads.")
    }

    private static func text(_ rect: PixelRect) -> String {
        rect.isEmpty ? "nothing" : "\(rect.width) × \(rect.height) at (\(rect.x), \(rect.y))"
    }
}

extension PixelRect {
    fileprivate func insetBy(_ distance: Int) -> PixelRect {
        PixelRect(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
    }
}

extension PixelView {
    /// The first pixel, in rows from the bottom, whose bytes differ; nil where none does.
    fileprivate func firstDifference(from other: PixelView, in region: PixelRect) -> (x: Int, y: Int)? {
        let count = format.bytesPerPixel
        for y in region.y..<region.maxY {
            let (a, b) = (
                UnsafeRawPointer(pixel(region.x, y)), UnsafeRawPointer(other.pixel(region.x, y))
            )
            let rows = (
                UnsafeRawBufferPointer(start: a, count: count * region.width),
                UnsafeRawBufferPointer(start: b, count: count * region.width)
            )
            if rows.0.elementsEqual(rows.1) { continue }
            let index = rows.0.indices.first { rows.0[$0] != rows.1[$0] } ?? 0
            return (region.x + index / count, y)
        }
        return nil
    }
}
