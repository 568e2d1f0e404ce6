import CoreImage

extension FilterOracle {
    /// The projection of the point on the line between the two points mixes premultiplied linear colours.
    static let linearGradient = pixelOracle(
        "CILinearGradient",
        settings: [
            (CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0)), (CGPoint(x: 2.5, y: 8), CGPoint(x: -3, y: -1)),
            (CGPoint(x: 4, y: 4), CGPoint(x: 4, y: 4.01)), (CGPoint(x: -500, y: 20), CGPoint(x: 900, y: 0)),
        ].map { start, end in
            [
                "inputPoint0": start, "inputPoint1": end,
                "inputColor0": CIColor(red: 0.9, green: 0.2, blue: 0),
                "inputColor1": CIColor(red: 0, green: 0.5, blue: 1, alpha: 0.25),
            ]
        }, in: CGRect(x: -9, y: -7, width: 28, height: 23)
    ) { setting, point in
        let (start, end) = (setting.point("inputPoint0"), setting.point("inputPoint1"))
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let place = ((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy)
        let t = Float(min(max(place, 0), 1))
        return setting.pixel("inputColor0") * (1 - t) + setting.pixel("inputColor1") * t
    }
}
