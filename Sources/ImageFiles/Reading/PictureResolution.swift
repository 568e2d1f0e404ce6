/// The resolution of a picture, in dots per inch.
struct PictureResolution: Sendable, Hashable {
    let x: Double
    let y: Double

    /// Rounds to thousandths, which removes the error of conversions from other units.
    init(x: Double, y: Double) { (self.x, self.y) = ((x * 1000).rounded() / 1000, (y * 1000).rounded() / 1000) }

    /// Creates a resolution from dots per centimetre.
    init(perCentimetre x: Double, _ y: Double) { self.init(x: x * 2.54, y: y * 2.54) }
}
