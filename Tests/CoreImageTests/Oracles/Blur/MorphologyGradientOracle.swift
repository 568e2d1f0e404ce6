extension FilterOracle {
    /// Half the difference of the disc's maximum and minimum, as the render in `PublishedRenderTests` shows.
    static let morphologyGradient = neighbourhoodOracle(
        "CIMorphologyGradient", .published, settings: [0, 0.9, 1, 2, 5].map { ["inputRadius": $0] }
    ) { picture, setting, x, y in
        let radius = setting.number("inputRadius")
        if radius == 0 { return picture[x, y] }
        func value(smallest: Bool) -> SIMD4<Float> {
            extremum(picture, x, y, columns: 6, rows: 6, smallest: smallest) {
                Double($0 * $0 + $1 * $1) <= radius * radius
            }
        }
        let largest = value(smallest: false)
        var result = (largest - value(smallest: true)) / 2
        result.w = largest.w
        return result
    }
}
