import Foundation
import KernelLanguage
import Pixels

/// A kernel with its arguments.
package struct KernelApplication: Sendable {
    /// The compiled kernel.
    package var program: Program
    /// One argument per parameter, checked against the parameters' types.
    package var arguments: [KernelArgument]
    /// Returns the part of image `index` (counting image parameters) that is needed for the output rectangle, both in
    /// working space.
    package var regionOfInterest: @Sendable (_ index: Int, _ output: CGRect) -> CGRect {
        didSet { region = RegionIdentity(identity: nil) }
    }
    /// A value that is equal for two applications only if their region functions return the same rectangles; nil if
    /// nothing is known. Functions themselves can't be compared.
    package var regionIdentity: AnyHashable? { region.identity }

    /// Where the region function records its errors; empty if it can't fail. A kernel fused from several has those of
    /// all.
    package var regionFailures: [RegionFailure] = []

    /// Whether the region of interest is computed once per rendering, instead of once per tile. This is meant for
    /// functions of applications and image units, which often return less than their kernels read. Every tile may then
    /// read all of the returned region.
    package var callsRegionFunctionOnce = false

    /// Whether the kernel is a general one whose pixels are weighted means of pixels of its only image, with weights
    /// of 0 or more that don't depend on colours. The image is resampled like that of a warp kernel.
    package var isResampling = false

    private var region: RegionIdentity

    // This is safe because the value is made from a sendable one, and is only hashed and compared.
    private struct RegionIdentity: @unchecked Sendable { let identity: AnyHashable? }
    /// Colour space and alpha of the result, if the optimiser's last conversions make them differ from premultiplied
    /// working-space values. Used by `explain` only; pixels don't depend on it.
    var resultColors: ResultColors?

    /// The colour conversion that the kernel performs, if it does nothing else; otherwise nil.
    var conversion: ColorConversionKernel.Conversion?

    /// Interpretation of a result's values.
    struct ResultColors: Sendable, Hashable {
        var space: CGColorSpace?
        var alpha: AlphaState
    }

    /// Number of kernels of the recipe that the optimiser has fused into this one.
    package internal(set) var parts = 1
    /// Number of closures nested in `regionOfInterest`.
    var regionDepth = 1
    /// Whether the program has been simplified; false for one that has just been fused.
    var isSimplified = true

    /// Creates an application.
    ///
    /// - Parameter regionIdentity: A value that is equal for two applications only if their region functions return the
    ///   same rectangles.
    package init(
        program: Program, arguments: [KernelArgument],
        regionOfInterest: @escaping @Sendable (_ index: Int, _ output: CGRect) -> CGRect,
        regionIdentity: (any Hashable & Sendable)? = nil
    ) {
        (self.program, self.arguments, self.regionOfInterest) = (program, arguments, regionOfInterest)
        region = RegionIdentity(identity: regionIdentity.map { AnyHashable($0) })
    }
}
