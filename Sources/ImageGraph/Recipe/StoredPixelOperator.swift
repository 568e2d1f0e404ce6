import Pixels

/// A native operator that can also read pixels as they are stored, in some formats other than `RGBAf`, which saves a
/// copy of floats.
///
/// The values are the same as those of the operator on floats; sums may be more exact.
package protocol StoredPixelOperator: NativeOperator {
    /// Returns the format of the result if all inputs have `format`: that format if the operator only selects values,
    /// otherwise `RGBAf`. Nil if the operator can't read the format.
    func resultFormat(reading format: PixelFormat) -> PixelFormat?
    /// Whether the operator can also write its result in `result` if all inputs have `format`. The pixels are those of
    /// a copy of the result.
    func canWrite(_ result: PixelFormat, reading format: PixelFormat) -> Bool
    /// Computes `region` into `output`, as `render(inputs:region:into:)` does. All inputs have the same format, and
    /// `output` has the one that `resultFormat(reading:)` returns for it, or another one that can be written.
    func render(stored inputs: [PixelView], region: PixelRect, into output: PixelView) throws
}

extension StoredPixelOperator {
    package func canWrite(_ result: PixelFormat, reading format: PixelFormat) -> Bool {
        result == resultFormat(reading: format)
    }
}
