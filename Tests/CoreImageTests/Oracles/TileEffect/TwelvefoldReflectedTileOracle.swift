import CoreImage

extension FilterOracle {
    /// The reflections in the sides of half an equilateral triangle, p6m.
    static let twelvefoldReflectedTile = wallpaper(
        "CITwelvefoldReflectedTile", order: 12, period: [0, 48],
        settings: [
            tile(3, 2, angle: 0, width: 8), tile(2.3, 5.7, angle: 0.7, width: 11.4),
            tile(-6.1, 4.2, angle: -2.2, width: 17),
        ]
    ) { setting in
        // The longest side is the circumradius of a hexagon that is one width high.
        TileGroup(mirrors: [
            setting.place(0, 0), setting.place(1 / 3.0.squareRoot(), 0), setting.place(0.75.squareRoot() / 2, 0.25),
        ])
    }
}
