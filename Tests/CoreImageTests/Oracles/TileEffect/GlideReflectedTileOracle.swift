import CoreImage

extension FilterOracle {
    /// A reflection in the line above the tile with a move by half a side along it, and moves across the rows, pg.
    static let glideReflectedTile = wallpaper(
        "CIGlideReflectedTile", order: 1,
        settings: [
            tile(3, 2, angle: 0, width: 8), tile(2.3, 5.7, angle: 0.7, width: 9.4),
            tile(-6.1, 4.2, angle: -2.2, width: 13),
        ]
    ) { setting in
        TileGroup(
            [
                setting.motion(1, 0, 0, -1, 0.5, 1), setting.motion(1, 0, 0, 1, 1, 0),
                setting.motion(1, 0, 0, 1, 0, 2),
            ],
            tile: [
                setting.place(-0.5, -0.5), setting.place(0.5, -0.5), setting.place(0.5, 0.5), setting.place(-0.5, 0.5),
            ])
    }
}
