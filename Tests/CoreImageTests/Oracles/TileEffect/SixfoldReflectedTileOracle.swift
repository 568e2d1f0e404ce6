import CoreImage

extension FilterOracle {
    /// The wallpaper group p3m1: reflections in the sides of an equilateral triangle, half a width high. It lies beside
    /// a triangle that has a corner at the centre.
    static let sixfoldReflectedTile = wallpaper(
        "CISixfoldReflectedTile", order: 6, period: [0, 48],
        settings: [
            tile(3, 2, angle: 0, width: 8), tile(2.3, 5.7, angle: 0.7, width: 9.4),
            tile(-6.1, 4.2, angle: -2.2, width: 17),
        ]
    ) { setting in
        let side = 1 / 3.0.squareRoot()
        return TileGroup(mirrors: [setting.place(side, 0), setting.place(2 * side, 0), setting.place(1.5 * side, 0.5)])
    }
}
