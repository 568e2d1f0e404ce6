import CoreImage

extension FilterOracle {
    /// The middle is stretched evenly.
    static let ninePartStretched = distortionOracle(
        "CINinePartStretched", .formula, settings: nineParts, unchanged: wholePart, slack: 9
    ) { setting, point in
        let (first, second) = (setting.point("inputBreakpoint0"), setting.point("inputBreakpoint1"))
        let growth = setting.point("inputGrowAmount")
        return warped.bilinear(
            at: CGPoint(
                x: ninePart(point.x, first.x, second.x, growth.x) { $0 * $1 / $2 },
                y: ninePart(point.y, first.y, second.y, growth.y) { $0 * $1 / $2 }))
    }
}
