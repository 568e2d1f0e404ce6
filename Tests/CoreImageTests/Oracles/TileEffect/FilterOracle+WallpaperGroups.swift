import CoreImage

extension FilterOracle {
    /// Reflections of each coordinate along the sides at 0 and at 1, where the other coordinate stays.
    static func mirroredParallelograms(_ filter: String) -> FilterOracle {
        wallpaper(
            filter, order: 4,
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

    /// The wallpaper group p3m1: reflections in the sides of an equilateral triangle, half a width high. It lies beside
    /// a triangle that has a corner at the centre.
    static func mirroredTriangles(_ filter: String) -> FilterOracle {
        wallpaper(
            filter, order: 6, period: [0, 48],
            settings: [
                tile(3, 2, angle: 0, width: 8), tile(2.3, 5.7, angle: 0.7, width: 9.4),
                tile(-6.1, 4.2, angle: -2.2, width: 17),
            ]
        ) { setting in
            let side = 1 / 3.0.squareRoot()
            return TileGroup(mirrors: [
                setting.place(side, 0), setting.place(2 * side, 0), setting.place(1.5 * side, 0.5),
            ])
        }
    }
}
