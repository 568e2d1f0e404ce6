import Foundation
import Pixels

/// Code outside the kernel language that computes a step's pixels from other pixels: a class of the application, a C
/// function of an image unit in this process, or an image unit's own process.
///
/// A pixel must not depend on the part of the picture that it is computed with. All members are called on several
/// threads at the same time. Rasters may have a negative stride.
package protocol PixelProcessor: Sendable {
    /// The name for `explain` and errors.
    var name: String { get }
    /// A value that is equal for processors that compute the same from the same inputs; nil if unknown.
    var identity: AnyHashable? { get }
    /// Whether results must be stored as floats because half floats would lose precision.
    var needsFullPrecision: Bool { get }
    /// Whether every pixel of the result has alpha 1. If true, alpha is set to 1 after `process`.
    var isOpaque: Bool { get }

    /// Whether the processor runs code that the host doesn't trust.
    var isUntrusted: Bool { get }

    /// Returns the part of input `index` that is needed to compute `output`, both in working space: null for none of
    /// it, infinite for all of it.
    func region(ofInput index: Int, for output: CGRect) throws -> CGRect

    /// Computes `region` into `output`, which is transparent before and has exactly these bounds.
    ///
    /// `inputs[i]` contains every pixel of `region(ofInput:for:)`, transparent outside the image. Pixels are
    /// premultiplied colours in the working space.
    func process(inputs: [Raster], region: PixelRect, output: Raster) throws
}

extension PixelProcessor {
    /// By default unknown.
    var identity: AnyHashable? { nil }
    /// By default false: half floats suffice.
    package var needsFullPrecision: Bool { false }
    /// By default false.
    package var isOpaque: Bool { false }
    /// By default false: the host trusts the code.
    package var isUntrusted: Bool { false }
}
