import CoreImage

extension FilterOracle {
    /// Reflections of each coordinate along the sides at 0 and at 1, where the other coordinate stays.
    static let parallelogramTile = wallpaper(
        "CIParallelogramTile", order: 4,
        settings: [
            tile(3, 2, angle: 0, width: 8, acute: 0.5 * .pi), tile(2.3, 5.7, angle: 0.7, width: 9.4, acute: 1.1),
            tile(-6.1, 4.2, angle: -2.2, width: 13, acute: 2), tile(1, 2, angle: 1, width: 8, acute: -1.3),
            tile(1, 2, angle: 1, width: 8),
        ], empty: [["inputAcuteAngle": 0], ["inputAcuteAngle": Double.pi]]
    ) { setting in
        TileGroup(
            [
                setting.motion(-1, 0, 0, 1, 0, 0), setting.motion(-1, 0, 0, 1, 2, 0),
                setting.motion(1, 0, 0, -1, 0, 0), setting.motion(1, 0, 0, -1, 0, 2),
            ],
            tile: [setting.place(0, 0), setting.place(1, 0), setting.place(1, 1), setting.place(0, 1)])
    }
}
