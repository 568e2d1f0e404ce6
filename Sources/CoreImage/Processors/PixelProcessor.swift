import Foundation
import Pixels

/// Whoever computes a step's pixels from other pixels, outside the kernel language: a class of the application, a unit's C function in this
/// process, or a process of the unit's own.
///
/// A pixel must not depend on the part of the picture that it is computed with. All members are called from several threads at the same
/// time. Rasters may have a negative stride.
protocol PixelProcessor: Sendable {
    /// Name for `explain` and errors.
    var name: String { get }
    /// What makes two processors compute the same from the same inputs; nil where nothing can be said.
    var identity: AnyHashable? { get }
    /// Whether results are numbers that half floats would spoil.
    var needsFullPrecision: Bool { get }
    /// Whether every pixel of the result has alpha 1; it is set to 1 then, whatever the processor says.
    var isOpaque: Bool { get }

    /// Whether it runs code that the host doesn't trust.
    var isUntrusted: Bool { get }

    /// The part of input `index` that `output` is computed from, both in working space; null where nothing is, infinite for all of it.
    func region(ofInput index: Int, for output: CGRect) throws -> CGRect

    /// Computes `region` into `output`, which is transparent before and has exactly these bounds.
    ///
    /// `inputs[i]` has every pixel that `region(ofInput:for:)` asks for, transparent where the image has none. Pixels are premultiplied
    /// working-space colours.
    func process(inputs: [Raster], region: PixelRect, output: Raster) throws
}

extension PixelProcessor {
    /// Nothing can be said.
    var identity: AnyHashable? { nil }
    /// Half floats will do.
    var needsFullPrecision: Bool { false }
    /// Nothing can be said.
    var isOpaque: Bool { false }
    /// The host trusts it.
    var isUntrusted: Bool { false }
}
