import Foundation
import Pixels

extension RenderingError: CustomStringConvertible, LocalizedError {
    /// What went wrong, and what to do about it.
    public var description: String {
        switch self {
        case .infiniteRegion:
            "Can't render an infinite rectangle: the image has no edges, so crop it or name the rectangle to render"
        case .emptyRegion(let rect):
            "Can't render \(Self.text(rect)): it contains no pixel; name a rectangle that is at least one pixel wide and "
                + "high"
        case .outputTooLarge(let region, let bytes, let limit):
            "Rendering \(Self.text(region)) needs \(Self.text(bytes: bytes)), over the limit of "
                + "\(Self.text(bytes: limit)): render it in strips or smaller parts, scale it down, or raise the memory "
                + "limit"
        case .infiniteInput(let step, let input):
            "Step '\(step)' reads all of its input \(input), which is infinite: crop that image, or return a smaller "
                + "region of interest"
        case .intermediateTooLarge(let step, let region, let bytes, let limit):
            "Step '\(step)' needs \(Self.text(region)) at once, \(Self.text(bytes: bytes)), over the limit of "
                + "\(Self.text(bytes: limit)): crop or scale down its input, return a smaller region of interest, or raise "
                + "the memory limit"
        case .outOfMemory(let bytes):
            "The system refused \(Self.text(bytes: bytes)) of memory: render a smaller part, or lower the memory limit"
        case .sourceFailed(let region, let underlying):
            "Can't read \(Self.text(region)) of a source: \(underlying)"
        case .destinationFailed(let underlying): "Can't store pixels in a texture: \(underlying)"
        case .kernelFailed(let kernel, let underlying):
            "Kernel '\(kernel)' failed: \(underlying)"
        case .operatorFailed(let name, let underlying):
            "Step '\(name)' failed: \(underlying)"
        case .regionFailed(let step, let underlying):
            "The region function of step '\(step)' failed: \(underlying); correct it, or return the whole image"
        case .colorConversionFailed(let from, let to, let underlying):
            "Can't convert colours from \(from) to \(to): \(underlying)"
        case .deadlineExceeded(let limit, let overrun, let step):
            "The rendering took longer than its deadline of \(String(format: "%g", limit / .seconds(1))) s"
                + Self.text(step: step) + ", and ended \(Self.milliseconds(overrun)) ms "
                + "after it: render fewer pixels or a cheaper recipe, or raise the deadline "
                + "(CIContextOption.renderingDeadline, --deadline)"
        case .stepLimitExceeded(let limit, let step):
            "The rendering did more than its limit of \(limit) \(Self.stepsOfWork)\(Self.text(step: step)): render fewer "
                + "pixels or a cheaper recipe, or raise the limit (CIContextOption.stepLimit)"
        case .tooCostly(let steps, let limit, let costliest, let share):
            "The recipe costs at least \(String(format: "%.2g", steps)) \(Self.stepsOfWork), over the limit of "
                + "\(String(format: "%.2g", Double(limit))); '\(costliest)' takes \(Int((100 * share).rounded())) % of "
                + "them: render fewer pixels or a cheaper recipe, or raise the limit (CIContextOption.stepLimit)"
        case .cyclicRecipe(let step):
            "The image at step '\(step)' is made from itself: render the earlier image to pixels first"
        }
    }

    /// The same text for `localizedDescription`.
    public var errorDescription: String? { description }

    private static let stepsOfWork = "steps (weights, instructions and loop repetitions, each for one pixel)"

    private static func text(step: String?) -> String { step.map { " while it computed '\($0)'" } ?? "" }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }

    private static func text(_ rect: CGRect) -> String {
        rect.isNull ? "an empty rectangle" : "\(rect.width) × \(rect.height) at (\(rect.minX), \(rect.minY))"
    }

    private static func text(_ rect: PixelRect) -> String {
        "\(rect.width) × \(rect.height) pixels at (\(rect.x), \(rect.y))"
    }

    private static func text(bytes: Int) -> String {
        let megabytes = Double(bytes) / 1_048_576
        return megabytes < 10_240 ? String(format: "%.1f MiB", megabytes) : String(format: "%.1f GiB", megabytes / 1024)
    }
}
