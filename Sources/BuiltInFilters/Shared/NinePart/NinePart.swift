import CoreImageEssentials
import Foundation

/// One axis of an image that is cut at two positions. The part before the first cut stays in place, the part after the
/// second is moved by the growth, and the middle part fills the space between them.
struct NinePart {
    let low: CGFloat
    let high: CGFloat
    /// At least the negative length of the middle part, which removes it.
    let growth: CGFloat

    /// Creates an axis from two cuts in any order.
    init(_ first: CGFloat, _ second: CGFloat, growth: CGFloat) {
        (low, high) = (min(first, second), max(first, second))
        self.growth = max(growth.finite(or: 0), low - high)
    }

    /// The source length of the middle part divided by its length in the result.
    var slope: CGFloat { high - low + growth > 0 ? (high - low) / (high - low + growth) : 1 }

    /// Returns the range of the result that a range of the image covers if the middle is stretched.
    func stretchedDestination(of range: (CGFloat, CGFloat)) -> (CGFloat, CGFloat) {
        func destination(_ place: CGFloat) -> CGFloat {
            if place <= low { return place }
            return place >= high ? place + growth : low + (place - low) / max(slope, 1e-30)
        }
        return (destination(range.0), destination(range.1))
    }

    /// Returns a range of the result that contains all copies of a range of the image if the middle is repeated.
    func tiledDestination(of range: (CGFloat, CGFloat)) -> (CGFloat, CGFloat) {
        let end = high + growth
        let first = range.0 <= low ? range.0 : range.0 >= high ? range.0 + growth : min(range.0, end)
        let last = range.1 <= low ? range.1 : range.1 >= high ? range.1 + growth : end
        return (first, last)
    }

    /// Returns the range of the image that a range of the result shows if the middle is stretched.
    func stretched(_ range: (CGFloat, CGFloat)) -> (CGFloat, CGFloat) {
        func source(_ place: CGFloat) -> CGFloat {
            place < low ? place : place < high + growth ? low + (place - low) * slope : place - growth
        }
        return (source(range.0), source(range.1))
    }

    /// Returns a range of the image that contains what a range of the result shows if the middle is repeated. `flips`
    /// says whether every other copy is mirrored.
    func tiled(_ range: (CGFloat, CGFloat), flips: Bool) -> (CGFloat, CGFloat) {
        let length = high - low
        var (first, last) = (CGFloat.infinity, -CGFloat.infinity)
        func add(_ a: CGFloat, _ b: CGFloat) { (first, last) = (min(first, a), max(last, b)) }
        if range.0 < low { add(range.0, min(range.1, low)) }
        if range.1 > high + growth { add(max(range.0 - growth, high), range.1 - growth) }
        let (start, end) = (max(range.0, low) - low, min(range.1, high + growth) - low)
        if start <= end {
            let copy = length > 0 ? ((start + 1e-3) / length).rounded(.down) : 0
            let whole = length < 1 || (start / length).rounded(.down) != copy || end > (copy + 1) * length - 1e-3
            let (a, b) = whole ? (0, length) : (start - copy * length, end - copy * length)
            // Positions in a mirrored copy are measured from its other end.
            let isMirrored = flips && copy.truncatingRemainder(dividingBy: 2) != 0
            add(low + (isMirrored ? length - b : a), low + (isMirrored ? length - a : b))
        }
        return (first, last)
    }
}

extension CGRect {
    /// Returns the extent of the result, computed separately for both axes of an image's extent.
    func grown(
        x: ((CGFloat, CGFloat)) -> (CGFloat, CGFloat), y: ((CGFloat, CGFloat)) -> (CGFloat, CGFloat)
    ) -> CGRect {
        if isNull || isInfinite || isEmpty { return self }
        let ((left, right), (bottom, top)) = (x((minX, maxX)), y((minY, maxY)))
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    /// Returns the region of interest, computed separately for both axes of this rectangle, with a margin.
    func mapped(
        x: ((CGFloat, CGFloat)) -> (CGFloat, CGFloat), y: ((CGFloat, CGFloat)) -> (CGFloat, CGFloat)
    ) -> CGRect {
        if isNull || isInfinite { return self }
        let ((left, right), (bottom, top)) = (x((minX, maxX)), y((minY, maxY)))
        let margin: CGFloat = 1.0 / 16
        return CGRect(
            x: left - margin, y: bottom - margin, width: right - left + 2 * margin, height: top - bottom + 2 * margin)
    }
}
