import CoreImage

extension FilterOracle {
    /// The wallpaper group p4m: reflections in the sides of half a square whose side is half the width.
    static let eightfoldReflectedTile = wallpaper(
        "CIEightfoldReflectedTile", order: 8,
        settings: [
            tile(3, 2, angle: 0, width: 8), tile(2.3, 5.7, angle: 0.7, width: 9.4),
            tile(-6.1, 4.2, angle: -2.2, width: 17),
        ]
    ) { setting in
        TileGroup(mirrors: [setting.place(0, 0), setting.place(0.5, 0), setting.place(0.5, 0.5)])
    }
}
