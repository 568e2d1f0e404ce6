import CoreImage

extension FilterOracle {
    /// The wallpaper group p1: translations along two sides. In spite of the filter's name, a picture made by Core
    /// Image shows no reflection.
    static let glideReflectedTile = wallpaper(
        "CIGlideReflectedTile", order: 1,
        settings: [
            tile(3, 2, angle: 0, width: 8), tile(2.3, 5.7, angle: 0.7, width: 9.4),
            tile(-6.1, 4.2, angle: -2.2, width: 13),
        ]
    ) { setting in
        TileGroup(
            [setting.motion(1, 0, 0, 1, 1, 0), setting.motion(1, 0, 0, 1, 0, 1)],
            tile: [setting.place(0, 0), setting.place(1, 0), setting.place(1, 1), setting.place(0, 1)])
    }
}
