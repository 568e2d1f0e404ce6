import CoreImage

extension FilterOracle {
    /// The reflections in the sides of an equilateral triangle, p3m1, with its middle at the centre.
    static let triangleTile = wallpaper(
        "CITriangleTile", order: 1, period: [0, 18],
        settings: [
            // Its height is 9, and its base lies between two rows.
            tile(3, 2, angle: 0, width: 108.0.squareRoot()), tile(2.3, 5.7, angle: 0.7, width: 9.4),
            tile(-6.1, 4.2, angle: -2.2, width: 17),
        ]
    ) { setting in
        let height = 0.75.squareRoot()
        return TileGroup(mirrors: [
            setting.place(-0.5, -height / 3), setting.place(0.5, -height / 3), setting.place(0, 2 * height / 3),
        ])
    }
}
