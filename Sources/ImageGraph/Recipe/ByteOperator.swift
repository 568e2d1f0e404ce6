import Pixels

/// A native operator that can also read pixels with 8 bits for each component as they are stored, which saves a copy of
/// floats.
///
/// The values are the same as those of the operator on floats; sums may be more exact.
package protocol ByteOperator: NativeOperator {
    /// Returns the format of the result if all inputs have `format`: that format if the operator only selects values,
    /// otherwise `RGBAf`. Nil if the operator can't read the format.
    func resultFormat(reading format: PixelFormat) -> PixelFormat?
    /// Computes `region` into `output`, as `render(inputs:region:into:)` does. All inputs have the same format, and
    /// `output` has the one that `resultFormat(reading:)` returns for it.
    func render(bytes inputs: [PixelView], region: PixelRect, into output: PixelView) throws
}
