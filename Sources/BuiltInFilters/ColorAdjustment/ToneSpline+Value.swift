import CoreImageEssentials

extension ToneSpline {
    /// Returns the curve's value at a place. Beyond the outermost points the curve is a straight line.
    package func value(at place: Double) -> Double {
        if place > end.x { return end.y + (place - end.x) * end.slope }
        let piece = pieces.last { $0.start <= place } ?? pieces[0]
        let t = place - piece.start
        if t < 0 { return piece.a + t * piece.b }
        return piece.a + t * (piece.b + t * (piece.c + t * piece.d))
    }
}
