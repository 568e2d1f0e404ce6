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
    /// The pixels could not be stored in a texture.
    case destinationFailed(underlying: any Error)
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
    /// The rendering did more than `limit` steps of work: weights, instructions and loop repetitions, each for one
    /// pixel. `step` was being computed, if any.
    case stepLimitExceeded(limit: Int, step: String?)
    /// The rendering certainly needs more than `limit` steps of work. The recipe's steps named `costliest` need the
    /// fraction `share` of them, from 0 to 1.
    case tooCostly(steps: Double, limit: Int, costliest: String, share: Double)
    /// A recipe contains itself.
    case cyclicRecipe(step: String)
}
