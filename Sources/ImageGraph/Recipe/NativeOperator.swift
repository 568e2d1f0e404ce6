import Foundation
import Pixels

/// A computation in native code instead of a kernel, region by region.
package protocol NativeOperator: Sendable {
    /// Name for `explain` output and error messages.
    var name: String { get }
    /// The images that the operator reads.
    var inputs: [ImageNode] { get }
    /// Returns the same computation on other images, as many and in the same order.
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator
    /// A value that is equal for two operators of one type only if they compute the same from the same inputs; nil if
    /// nothing is known, which makes the operator unequal to all others.
    var identity: AnyHashable? { get }
    /// Whether stored results need full float precision because they aren't colours, such as sums and counts.
    var needsFullPrecision: Bool { get }
    /// Whether inputs that are computed are stored as a whole, because tiles away from the image's centre read many
    /// more pixels than they make.
    var storesInputs: Bool { get }
    /// Where `regionOfInterest` records its errors; empty if it can't fail.
    var regionFailures: [RegionFailure] { get }
    /// Whether every pixel of the extent has alpha 1.
    var isOpaque: Bool { get }
    /// Whether every pixel is a weighted mean of pixels of the only input: the sum of the weights is 1 to within 2⁻²⁰.
    var isMean: Bool { get }
    /// Whether untrusted code computes the pixels. The inputs don't count.
    var isUntrusted: Bool { get }
    /// Work per pixel of the result in steps: about one for each pixel that is read, weighted or compared. It must not
    /// exceed the real work, because a recipe that certainly costs too much is refused.
    var workPerPixel: Double { get }
    /// Returns the part of input `index` that is needed for `output`, both in working space.
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect
    /// Computes `region` into `output`. `inputs[i]` contains at least the region of interest, clipped to the input's
    /// extent.
    ///
    /// A pixel's value must not depend on `region`. Loops over rows must call `WorkMeter.check()`, so that a rendering
    /// can be stopped. Called from several threads at the same time.
    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws
}

extension NativeOperator {
    /// The same computation without its images, for operators that need its other properties and must not keep pixels.
    package var withoutImages: Self { replacingInputs(by: inputs.map { _ in .empty }) as? Self ?? self }
    /// Nil: nothing is known.
    package var identity: AnyHashable? { nil }
    /// False: half floats suffice.
    package var needsFullPrecision: Bool { false }
    /// False: the rendering decides.
    package var storesInputs: Bool { false }
    /// Empty: the region function can't fail.
    package var regionFailures: [RegionFailure] { [] }
    /// False: nothing is known.
    package var isOpaque: Bool { false }
    /// False: nothing is known.
    package var isMean: Bool { false }
    /// False: the code is trusted.
    package var isUntrusted: Bool { false }
    /// One step, as for a copy.
    package var workPerPixel: Double { 1 }
}
