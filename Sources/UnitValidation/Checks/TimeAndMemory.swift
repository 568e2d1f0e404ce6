import CoreImage
import Foundation
import Pixels

extension ValidationCheck {
    /// Measures the cost of a megapixel.
    static let timeAndMemory = ValidationCheck(
        filter: "time-and-memory", level: 9, needs: [.rendersAtDefaults],
        reason: "Users who choose a filter for large pictures need its cost; limits turn a regression into a failure."
    ) { filter, context in
        // A slow filter is only measured on the small picture.
        var cost = try MegapixelCost(of: filter, side: 256, context)
        if cost.seconds < 0.05 { cost = try MegapixelCost(of: filter, side: 1024, context) }
        guard cost.megapixels > 0 else { return .skipped("no part of the result lies near the picture") }
        let time = cost.seconds * 1000 / cost.megapixels
        var failures: [Finding] = []
        var notes = [String(format: "%.1f ms a megapixel", time)]
        if let limit = context.options.millisecondsPerMegapixel, time > limit {
            failures.append(
                Finding(
                    String(format: "a megapixel takes %.1f ms, over the limit of %g ms", time, limit),
                    remedy: "move what doesn't depend on the pixel out of the kernel, or raise the limit"))
        }
        if let bytes = cost.bytes {
            let memory = Double(bytes) / 1_048_576 / cost.megapixels
            notes.append(String(format: "%.1f MiB a megapixel", memory))
            if let limit = context.options.mebibytesPerMegapixel, memory > limit {
                failures.append(
                    Finding(
                        String(format: "a megapixel takes %.1f MiB, over the limit of %g MiB", memory, limit),
                        remedy: "make regions of interest smaller, or raise the limit"))
            }
        }
        return .of(failures: failures, notes: notes)
    }
}

/// The measured cost of rendering at default settings.
private struct MegapixelCost {
    /// The number of rendered pixels, in millions.
    let megapixels: Double
    /// The shortest of three renderings, which is the one least disturbed by other processes.
    let seconds: Double
    /// The growth of the process during rendering, including the result, in bytes. Nil if the system doesn't report it.
    let bytes: Int?

    init(of filter: FilterSubject, side: Int, _ context: CheckContext) throws {
        context.note("timing a picture of \(side) × \(side) pixels")
        let images = ImageInputs(width: side, height: side)
        let image = try filter.output(.defaults, images: images)
        let region = ValidationRenderer.region(of: image, around: images.frame).intersection(
            PixelRect(enclosing: images.frame))
        guard !region.isEmpty else {
            (megapixels, seconds, bytes) = (0, .infinity, nil)
            return
        }
        megapixels = Double(region.area) / 1e6
        ValidationRenderer.usual.clearCaches()
        let before = ProcessMemory.resetPeak() ? ProcessMemory.current : nil
        var quickest = Double.infinity
        var peak: Int?
        for _ in 0..<3 {
            let time = try ContinuousClock().measure { _ = try ValidationRenderer.usual.pixels(of: image, in: region) }
            quickest = min(quickest, time / .seconds(1))
            if peak == nil { peak = ProcessMemory.peak }
            // Repeating the rendering of a slow filter isn't worth the time.
            if quickest > 2 { break }
        }
        seconds = quickest
        bytes = before.flatMap { before in peak.map { max(0, $0 - before) } }
    }
}
