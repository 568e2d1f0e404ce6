extension FilterOracle {
    /// Trilinear interpolation between the cube's entries. Source: Core Image Filter Reference.
    static let colorCube = colorOracle(
        "CIColorCube",
        settings: [[:]] + cubes.map { cube, extrapolate in cube.setting(extrapolate: extrapolate) }
    ) { color, setting in
        let extrapolate = setting["inputExtrapolate"] as? Bool ?? false
        let cube = cubes.map(\.0).first { $0.size == setting["inputCubeDimension"] as? Int }
        return cube?.color(color, extrapolate: extrapolate) ?? color.mapping { min(max($0, 0), 1) }
    }

    private static let cubes: [(ColorCubeEntries, Bool)] = [
        (.products, false), (.transparent, false), (.fine, false), (.products, true), (.transparent, true),
    ]
}
