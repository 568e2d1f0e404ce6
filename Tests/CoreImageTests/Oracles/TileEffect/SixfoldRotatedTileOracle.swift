import CoreImage

extension FilterOracle {
    /// A turn by 60 degrees about a corner of an equilateral triangle, and a half turn about the middle of the opposite
    /// side, p6.
    static let sixfoldRotatedTile = wallpaper(
        "CISixfoldRotatedTile", order: 6, period: [0, 48],
        settings: [
            tile(3, 2, angle: 0, width: 8), tile(2.3, 5.7, angle: 0.7, width: 9.4),
            tile(-6.1, 4.2, angle: -2.2, width: 13),
        ]
    ) { setting in
        let (c, s, side) = (0.5, 0.75.squareRoot(), 1 / 3.0.squareRoot())
        // The last motion follows from the first, and is listed because it maps pixels to pixels.
        return TileGroup(
            [
                setting.motion(c, s, -s, c, 0, 0), setting.motion(-1, 0, 0, -1, (1 + c) * side, s * side),
                setting.motion(-1, 0, 0, -1, 0, 0),
            ],
            tile: [setting.place(0, 0), setting.place(side, 0), setting.place(c * side, s * side)])
    }
}
