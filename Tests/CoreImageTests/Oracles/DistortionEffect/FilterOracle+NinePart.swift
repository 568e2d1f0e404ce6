import CoreImage

extension FilterOracle {
    /// Settings with breakpoints inside and beside the picture, swapped and equal, and with growing and shrinking
    /// middles.
    static var nineParts: [[String: Any]] {
        [
            ((0, 4), (5, 8), (6, 5)), ((1.25, 3.5), (4.5, 9.75), (7.5, 3.25)), ((6, 9), (-1, 4), (-3, 4)),
            ((2, 6), (2, 6), (5, 5)), ((-9, 6), (3, 20), (4, 2)), ((0, 4), (5, 8), (-5, -9)), ((0, 4), (5, 8), (0, 11)),
        ].map { first, second, growth in
            [
                "inputBreakpoint0": CIVector(x: first.0, y: first.1),
                "inputBreakpoint1": CIVector(x: second.0, y: second.1),
                "inputGrowAmount": CIVector(x: growth.0, y: growth.1),
            ]
        }
    }

    /// Returns the source of a coordinate. For a position in the middle part of the result and both lengths, `middle`
    /// returns the position in the middle part of the source. Positions count from the part's start.
    static func ninePart(
        _ place: CGFloat, _ first: CGFloat, _ second: CGFloat, _ growth: CGFloat,
        middle: (_ place: CGFloat, _ length: CGFloat, _ room: CGFloat) -> CGFloat
    ) -> CGFloat {
        let (low, length) = (min(first, second), abs(second - first))
        let room = max(length + growth, 0)
        if place < low { return place }
        if place >= low + room { return place - room + length }
        return low + middle(place - low, length, room)
    }

    /// Settings that leave the picture as it is.
    static var wholePart: [[String: Any]] {
        [[0, 0], [.nan, .nan]].map { growth in
            [
                "inputBreakpoint0": CIVector(x: 0, y: 4), "inputBreakpoint1": CIVector(x: 5, y: 8),
                "inputGrowAmount": CIVector(x: growth[0], y: growth[1]),
            ]
        }
    }
}
