/// The resampling of a line: the centre of pixel i of the result is at (i + 0.5) / `scale` − `offset` in the input.
struct LineResampling: Sendable {
    let filter: ResamplingFilter
    /// The number of the result's pixels per pixel of the input.
    let scale: Double
    /// The distance by which the input is moved before it is scaled, in its pixels.
    var offset = 0.0
}
