import Foundation
import KernelLanguage
import Pixels

/// An operator that devices can compute: as runs of kernels, one after the other.
///
/// The operator's own code defines the result. Runs may add in another order, so that results differ from it by at most
/// 2⁻²⁰ times the larger of 1 and the result, as those of generated code may.
package protocol KernelComposedOperator: NativeOperator {
    /// Whether the operator has a form for devices with its settings.
    var hasKernelRuns: Bool { get }
    /// Returns the runs that compute the pixels of `region`, of which the last one writes them. There is at least one.
    func kernelRuns(for region: PixelRect) throws -> [OperatorRun]
}

extension KernelComposedOperator {
    /// True: it has one with all settings.
    package var hasKernelRuns: Bool { true }
}

/// One run of a kernel as a part of an operator.
package struct OperatorRun: Sendable {
    /// A validated program whose images are samplers.
    package var program: Program
    /// Scalar arguments.
    package var arguments: KernelArguments
    /// The images in the order of the program's parameters.
    package var images: [OperatorImage]
    /// The pixels to compute.
    package var region: PixelRect

    /// Creates a run.
    package init(_ program: Program, _ arguments: KernelArguments, _ images: [OperatorImage], region: PixelRect) {
        (self.program, self.arguments, self.images, self.region) = (program, arguments, images, region)
    }
}

/// An image that a run of an operator reads. Pixels that it doesn't have are transparent.
package struct OperatorImage: Sendable {
    /// Where the pixels are.
    package enum Source: Sendable {
        /// An input of the operator, by its index.
        case input(Int)
        /// The result of an earlier run, by its index.
        case run(Int)
        /// Numbers that the operator computes beforehand, such as weights.
        case table(Raster)
    }

    /// Where the pixels are.
    package var source: Source
    /// The values outside of the pixels: transparent, or those of the nearest edge of `extent`.
    package var wrap: WrapMode
    /// The rectangle to which samples are clamped. Transparent samples ignore it.
    package var extent: CGRect

    /// Creates an image whose pixels are read at their centres.
    package init(_ source: Source, wrap: WrapMode = .transparent, extent: CGRect = .infinite) {
        (self.source, self.wrap, self.extent) = (source, wrap, extent)
    }
}
