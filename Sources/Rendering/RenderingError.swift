import Foundation
import Pixels

/// Why an image could not be rendered.
public enum RenderingError: Error, Sendable {
    /// The rectangle to render is infinite.
    case infiniteRegion
    /// The rectangle to render contains no pixel.
    case emptyRegion(CGRect)
    /// The rectangle to render needs more memory than the renderer may use.
    case outputTooLarge(region: PixelRect, bytes: Int, limit: Int)
    /// A step reads all of an infinite image; `input` is that image's index.
    case infiniteInput(step: String, input: Int)
    /// A step needs more of an image at once than the memory limit allows.
    case intermediateTooLarge(step: String, region: PixelRect, bytes: Int, limit: Int)
    /// The system refused to allocate `bytes` bytes.
    case outOfMemory(bytes: Int)
    /// The pixels of a source could not be read.
    case sourceFailed(region: PixelRect, underlying: any Error)
    /// A kernel could not be prepared or run.
    case kernelFailed(kernel: String, underlying: any Error)
    /// A native operator failed.
    case operatorFailed(name: String, underlying: any Error)
    /// The region function of a step failed, so the pixels that the step reads are unknown.
    case regionFailed(step: String, underlying: any Error)
    /// No conversion exists between two colour spaces.
    case colorConversionFailed(from: String, to: String, underlying: any Error)
    /// The rendering took longer than `limit`, and ended `overrun` after its deadline. `step` was being computed, if
    /// any.
    case deadlineExceeded(limit: Duration, overrun: Duration, step: String?)
    /// The rendering did more than `limit` steps of work. `step` was being computed, if any.
    case stepLimitExceeded(limit: Int, step: String?)
    /// The rendering certainly needs more than `limit` steps of work. Plan steps named `costliest` need the fraction
    /// `share` of them, from 0 to 1.
    case tooCostly(steps: Double, limit: Int, costliest: String, share: Double)
    /// A recipe contains itself.
    case cyclicRecipe(step: String)
}

extension RenderingError: CustomStringConvertible, LocalizedError {
    /// What went wrong, and what to do about it.
    public var description: String {
        switch self {
        case .infiniteRegion:
            "can't render an infinite rectangle: the image has no edges, so crop it or name the rectangle to render"
        case .emptyRegion(let rect):
            "can't render \(Self.text(rect)): it holds no pixel; name a rectangle that is at least one pixel wide and high"
        case .outputTooLarge(let region, let bytes, let limit):
            "rendering \(Self.text(region)) needs \(Self.text(bytes: bytes)), over the limit of \(Self.text(bytes: limit)): "
                + "render it in strips or smaller parts, scale it down, or raise the memory limit"
        case .infiniteInput(let step, let input):
            "step '\(step)' reads all of its input \(input), which is infinite: crop that image, or give a smaller region of interest"
        case .intermediateTooLarge(let step, let region, let bytes, let limit):
            "step '\(step)' needs \(Self.text(region)) at once, \(Self.text(bytes: bytes)), over the limit of "
                + "\(Self.text(bytes: limit)): crop or scale down its input, shrink its region of interest, or raise the memory limit"
        case .outOfMemory(let bytes):
            "the system refused \(Self.text(bytes: bytes)) of memory: render a smaller part, or lower the memory limit"
        case .sourceFailed(let region, let underlying):
            "can't read \(Self.text(region)) of a source: \(underlying)"
        case .kernelFailed(let kernel, let underlying):
            "kernel '\(kernel)' failed: \(underlying)"
        case .operatorFailed(let name, let underlying):
            "step '\(name)' failed: \(underlying)"
        case .regionFailed(let step, let underlying):
            "step '\(step)' can't say which parts of its images it needs: \(underlying)"
        case .colorConversionFailed(let from, let to, let underlying):
            "can't convert colours from \(from) to \(to): \(underlying)"
        case .deadlineExceeded(let limit, let overrun, let step):
            "the rendering took longer than its deadline of \(String(format: "%g", limit / .seconds(1))) s"
                + Self.text(step: step) + ", and ended \(Self.milliseconds(overrun)) ms "
                + "after it: render fewer pixels or a cheaper recipe, or raise the deadline (CIContextOption.renderingDeadline, --deadline)"
        case .stepLimitExceeded(let limit, let step):
            "the rendering did more than its limit of \(limit) steps\(Self.text(step: step)): render fewer pixels or a cheaper recipe, or "
                + "raise the limit (CIContextOption.stepLimit)"
        case .tooCostly(let steps, let limit, let costliest, let share):
            "the recipe costs at least \(String(format: "%.2g", steps)) steps for these pixels, over the limit of \(String(format: "%.2g", Double(limit))); "
                + "'\(costliest)' takes \(Int((100 * share).rounded())) % of them: render fewer pixels or a cheaper recipe, or raise the "
                + "limit (CIContextOption.stepLimit)"
        case .cyclicRecipe(let step):
            "the image at step '\(step)' is made from itself: render the earlier image to pixels first"
        }
    }

    /// The same text for `localizedDescription`.
    public var errorDescription: String? { description }

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
