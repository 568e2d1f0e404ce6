/// The parabola through three samples at −1, 0 and 1.
enum Parabola {
    /// Returns the position of the maximum, at most half a step from the middle sample; 0 if there is no maximum.
    static func peak<Number: BinaryFloatingPoint>(_ before: Number, _ middle: Number, _ after: Number) -> Number {
        let bend = before + after - 2 * middle
        return bend < 0 ? min(max((before - after) / (2 * bend), -0.5), 0.5) : 0
    }
}
